import { sql, type SqlBool } from 'kysely'
import { hasPair, userOf, type Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import { column, computed, flagColumn, naiveTime, peopleOf, type Field } from '../../list/field.ts'
import { always, numberFilter, oneFilter, textFilter } from '../../list/filters.ts'
import { relatedDatabases, relatedPeople } from '../../list/related.ts'
import type { Listing } from '../../list/spec.ts'
import { databaseOf, tablesOf } from '../../list/sql-fields.ts'

/** Whether the principal sees the queries of everybody. */
export const canSeeAllQueries = (principal: Principal): boolean => hasPair(principal, 'all_query_access', 'all_query_access')

const user: Field = {
  columns: ['user_id'],
  read: async (rows, { ctx }) => {
    const people = await peopleOf(
      ctx.db,
      rows.flatMap((row) => (typeof row['user_id'] === 'number' ? [row['user_id']] : [])),
    )
    return (row) => {
      const { id, first_name, last_name } = people.get(Number(row['user_id'])) ?? {}
      return id === undefined ? null : { id, first_name, last_name }
    }
  },
}

/** Decimals, which the record of one query has as text. */
const decimal = (name: string): Field => computed([name], (row) => (typeof row[name] === 'number' ? row[name].toFixed(6) : null))

const plain =
  `id catalog client_id error_message executed_sql limit limiting_factor progress results_key rows schema select_sql sql sql_editor_id
  status tab_name template_params tmp_schema_name tmp_table_name tracking_url`.split(/\s+/)

const moments = ['start_time', 'start_running_time', 'end_time', 'end_result_backend_time']

const each = <T>(names: readonly string[], make: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)]))

const queries = (name: string) => sql.ref(`queries.${name}`)

/** What a row of the list has where no columns are named; as in Superset, fewer than the list names. */
const rowColumns = [
  'id',
  'changed_on',
  'database.database_name',
  'executed_sql',
  'rows',
  'schema',
  'sql',
  'sql_tables',
  'status',
  'tab_name',
  'user.first_name',
  'user.id',
  'user.last_name',
  'start_time',
  'start_running_time',
  'end_time',
  'tmp_table_name',
  'tracking_url',
]

export const querySpec = (parser: Context['sql']): Listing => ({
  tag: 'query',
  view: 'Query',
  table: 'queries',
  title: 'Query',
  fields: {
    ...each(plain, column),
    ...each(moments, column),
    changed_on: naiveTime('changed_on'),
    select_as_cta: flagColumn('select_as_cta'),
    select_as_cta_used: flagColumn('select_as_cta_used'),
    database: databaseOf('database_id'),
    sql_tables: tablesOf(parser),
    user,
  },
  listColumns: [
    ...rowColumns,
    'client_id',
    'database.id',
    'error_message',
    'limit',
    'limiting_factor',
    'progress',
    'results_key',
    'select_as_cta',
    'sql_editor_id',
  ],
  rowColumns,
  moreColumns: ['catalog', 'template_params'],
  orderColumns: {
    changed_on: queries('changed_on'),
    'database.database_name': sql`(select databases.database_name from databases where databases.id = queries.database_id)`,
    duration: sql`(${queries('end_time')} - ${queries('start_time')})`,
    rows: queries('rows'),
    schema: queries('schema'),
    start_time: queries('start_time'),
    sql: queries('sql'),
    tab_name: queries('tab_name'),
    'user.first_name': sql`(select users.first_name from users where users.id = queries.user_id)`,
  },
  defaultOrder: queries('changed_on'),
  filters: {
    changed_on: textFilter('queries.changed_on'),
    database: oneFilter('queries.database_id'),
    sql: textFilter('queries.sql'),
    status: textFilter('queries.status'),
    user: oneFilter('queries.user_id'),
    start_time: numberFilter('queries.start_time'),
    sql_editor_id: textFilter('queries.sql_editor_id'),
  },
  related: { user: relatedPeople, database: relatedDatabases },
  distinct: ['status'],
  addColumns: [],
  editColumns: [],
  maxPageSize: 100,
  always: ({ principal }) => (canSeeAllQueries(principal) ? always : sql<SqlBool>`queries.user_id = ${userOf(principal)?.id ?? -1}`),
})

/** How one query is shown. */
export const shownQuery = (spec: Listing): Listing => ({
  ...spec,
  fields: { ...spec.fields, ...each(moments, decimal) },
  listColumns: [
    'id',
    'changed_on',
    'client_id',
    'database.id',
    'end_result_backend_time',
    'end_time',
    'error_message',
    'executed_sql',
    'limit',
    'progress',
    'results_key',
    'rows',
    'schema',
    'select_as_cta',
    'select_as_cta_used',
    'select_sql',
    'sql',
    'sql_editor_id',
    'start_running_time',
    'start_time',
    'status',
    'tab_name',
    'tmp_schema_name',
    'tmp_table_name',
    'tracking_url',
  ],
})
