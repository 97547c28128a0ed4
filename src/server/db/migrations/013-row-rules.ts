import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Row-level rules, with the datasets that they limit and the roles that they name. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'row_rules')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('filter_type', 'text', (column) => column.notNull())
    .addColumn('clause', 'text', (column) => column.notNull())
    .addColumn('group_key', 'text')
    .$call(addStamps)
    .execute()
  for (const [name, key] of [
    ['row_rule_datasets', 'dataset_id'],
    ['row_rule_roles', 'role_id'],
  ] as const)
    await db.schema
      .createTable(name)
      .addColumn('rule_id', 'integer', (column) => column.notNull())
      .addColumn(key, 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${name}_key`, ['rule_id', key])
      .execute()
}
