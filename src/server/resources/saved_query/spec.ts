import { sql, type SqlBool } from 'kysely'
import { isAdmin, userOf } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../../context.ts'
import { column, computed, groupByKey, idsOf, naiveTime, person, timeAgo, type Field } from '../../list/field.ts'
import {
  always,
  anyOf,
  booleanOperator,
  contains,
  isFavoredBy,
  manyFilter,
  numberFilter,
  oneFilter,
  textFilter,
  type Condition,
  type FilterColumn,
  type Operator,
} from '../../list/filters.ts'
import { relatedDatabases, relatedPeople } from '../../list/related.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'
import { databaseOf, tablesOf } from '../../list/sql-fields.ts'

export const savedQueryTags = ['tags.id', 'tags.name', 'tags.type']

const personParts = ['first_name', 'id', 'last_name'] as const
const parts = (name: string) => personParts.map((part) => `${name}.${part}`)

const bodyColumns: BodyColumn[] = [
  { name: 'db_id', type: 'Inferred' },
  { name: 'description', type: 'String' },
  { name: 'label', type: 'String', length: [null, 256] },
  { name: 'catalog', type: 'String', length: [null, 256] },
  { name: 'schema', type: 'String', length: [null, 128] },
  { name: 'sql', type: 'String' },
  { name: 'template_parameters', type: 'String' },
  { name: 'extra_json', type: 'String' },
]

const tags: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const ids = idsOf(rows)
    const query = ctx.db.selectFrom('saved_query_tags').select(['object_id', 'tag_id as id', 'name', 'type'])
    const found = ids.length ? await query.where('object_id', 'in', ids).orderBy('tag_id').execute() : []
    const byQuery = groupByKey(found, ({ object_id }) => object_id)
    return (row) => (byQuery.get(row.id) ?? []).map(({ id, name, type }) => ({ id, name, type }))
  },
}

const tagged = (which: Condition): Condition =>
  sql<SqlBool>`saved_queries.id in (select saved_query_tags.object_id from saved_query_tags where ${which})`

const byTagId = manyFilter((id) => tagged(sql<SqlBool>`saved_query_tags.tag_id = ${id}`))

const tagFilters: FilterColumn = {
  ...byTagId,
  saved_query_tags: { name: 'Is tagged', condition: (value, reader) => tagged(contains(reader, 'saved_query_tags.name', value)) },
  ...(byTagId['rel_m_m'] && { saved_query_tag_id: { ...byTagId['rel_m_m'], name: 'Is tagged' } }),
}

const allText: Operator = {
  name: 'All Text',
  condition: (value, reader) =>
    anyOf(['schema', 'label', 'description', 'sql'].map((name) => contains(reader, `saved_queries.${name}`, value))),
}

const orders = ['catalog', 'schema', 'label', 'description', 'sql', 'rows']

export const savedQuerySpec = (parser: Context['sql']): Listing => ({
  tag: 'saved_query',
  view: 'SavedQuery',
  table: 'saved_queries',
  title: 'Saved Query',
  fields: {
    ...Object.fromEntries(
      ['id', 'label', 'description', 'sql', 'catalog', 'schema', 'db_id', 'template_parameters', 'rows'].map((name) => [
        name,
        column(name),
      ]),
    ),
    sql_tables: tablesOf(parser),
    database: databaseOf('db_id'),
    extra: computed(['extra_json'], (row) => readObject(String(row['extra_json'] ?? '{}'))),
    tags,
    created_on: naiveTime('created_on'),
    changed_on: naiveTime('changed_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    last_run_delta_humanized: timeAgo('changed_on'),
    created_by: person('created_by_fk', personParts),
    changed_by: person('changed_by_fk', personParts),
  },
  listColumns: [
    'changed_on',
    'changed_on_delta_humanized',
    ...parts('changed_by'),
    'created_on',
    ...parts('created_by'),
    'database.database_name',
    'database.id',
    'db_id',
    'description',
    'id',
    'label',
    'catalog',
    'schema',
    'sql',
    'sql_tables',
    'rows',
    'last_run_delta_humanized',
    'extra',
    ...savedQueryTags,
  ],
  moreColumns: ['template_parameters'],
  orderColumns: {
    ...Object.fromEntries(orders.map((name) => [name, sql.ref(`saved_queries.${name}`)])),
    'created_by.first_name': sql`(select users.first_name from users where users.id = saved_queries.created_by_fk)`,
    'database.database_name': sql`(select databases.database_name from databases where databases.id = saved_queries.db_id)`,
    created_on: sql.ref('saved_queries.created_on'),
    changed_on_delta_humanized: sql.ref('saved_queries.changed_on'),
    last_run_delta_humanized: sql.ref('saved_queries.changed_on'),
  },
  defaultOrder: sql.ref('saved_queries.changed_on'),
  filters: {
    id: {
      ...numberFilter('saved_queries.id'),
      saved_query_is_fav: booleanOperator('Is favorite', (reader) => isFavoredBy('saved_query', 'saved_queries', reader)),
    },
    label: { ...textFilter('saved_queries.label'), all_text: allText },
    catalog: textFilter('saved_queries.catalog'),
    schema: textFilter('saved_queries.schema'),
    database: oneFilter('saved_queries.db_id'),
    created_by: oneFilter('saved_queries.created_by_fk'),
    changed_by: oneFilter('saved_queries.changed_by_fk'),
    tags: tagFilters,
  },
  related: { database: relatedDatabases, created_by: relatedPeople, changed_by: relatedPeople },
  distinct: ['catalog', 'schema'],
  addColumns: bodyColumns,
  editColumns: bodyColumns,
  maxPageSize: 100,
  always: ({ principal }) => (isAdmin(principal) ? always : sql<SqlBool>`saved_queries.created_by_fk = ${userOf(principal)?.id ?? -1}`),
})

export const savedQueryShown = [
  'changed_on',
  'changed_on_delta_humanized',
  ...parts('changed_by'),
  ...parts('created_by'),
  'database.database_name',
  'database.id',
  'description',
  'id',
  'label',
  'catalog',
  'schema',
  'sql',
  'sql_tables',
  'template_parameters',
]
