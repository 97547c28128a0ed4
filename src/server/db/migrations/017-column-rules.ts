import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Column rules: how columns of a dataset read for the holders of roles. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'column_rules')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('filter_type', 'text', (column) => column.notNull())
    .addColumn('mask', 'text', (column) => column.notNull())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .$call(addStamps)
    .execute()
  await db.schema
    .createTable('column_rule_roles')
    .addColumn('rule_id', 'integer', (column) => column.notNull())
    .addColumn('role_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('column_rule_roles_key', ['rule_id', 'role_id'])
    .execute()
}
