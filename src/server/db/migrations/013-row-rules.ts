import type { Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

/** Row-level rules, with the datasets that they limit and the roles that they name. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema.createTable('row_rules')
  const keyed = isPostgres(db)
    ? table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  await keyed
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('filter_type', 'text', (column) => column.notNull())
    .addColumn('clause', 'text', (column) => column.notNull())
    .addColumn('group_key', 'text')
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer')
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
