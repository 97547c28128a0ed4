import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

type Store = {
  themes: {
    uuid: string
    theme_name: string
    json_data: string
    is_system: number
    is_system_default: number
    is_system_dark: number
    created_on: string
    changed_on: string
  }
}

const createTable = (db: Kysely<unknown>, name: string) =>
  createKeyedTable(db, name)
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .$call(addStamps)

const systemTheme = (theme_name: string, algorithm: string, now: string) => ({
  uuid: randomUUID(),
  theme_name,
  json_data: JSON.stringify({ token: {}, algorithm }),
  is_system: 1,
  is_system_default: 0,
  is_system_dark: 0,
  created_on: now,
  changed_on: now,
})

/** Saved queries, with the implicit tags of their kind and creator, and themes, two of which come with the product. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, 'saved_queries')
    .addColumn('db_id', 'integer')
    .addColumn('catalog', 'text')
    .addColumn('schema', 'text')
    .addColumn('label', 'text')
    .addColumn('description', 'text')
    .addColumn('sql', 'text')
    .addColumn('template_parameters', 'text')
    .addColumn('extra_json', 'text')
    .addColumn('rows', 'integer')
    .execute()
  await createTable(db, 'themes')
    .addColumn('theme_name', 'text', (column) => column.notNull())
    .addColumn('json_data', 'text', (column) => column.notNull())
    .addColumn('is_system', 'integer', (column) => column.notNull())
    .addColumn('is_system_default', 'integer', (column) => column.notNull())
    .addColumn('is_system_dark', 'integer', (column) => column.notNull())
    .execute()
  const now = new Date().toISOString()
  await (db as Kysely<Store>)
    .insertInto('themes')
    .values([systemTheme('THEME_DEFAULT', 'default', now), systemTheme('THEME_DARK', 'dark', now)])
    .execute()
  await sql`create view saved_query_tags (object_id, tag_id, name, type) as
    select saved_queries.id, tags.id, tags.name, tags.type
      from saved_queries inner join tags on tags.name = 'owner:' || saved_queries.created_by_fk and tags.type = 3
    union all select saved_queries.id, tags.id, tags.name, tags.type
      from saved_queries inner join tags on tags.name = 'type:query' and tags.type = 2`.execute(db)
}
