import type { QueryState } from '#api/query.ts'
import { fullName } from '#core/format/full-name.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { peopleOf } from '../../list/field.ts'
import { withoutZone } from '../../list/times.ts'
import { progressOf } from '../sqllab/run/live.ts'
import { canSeeAllQueries } from './spec.ts'

export type QueryRow = Row<'queries'>

/** Queries as SQL Lab follows them. */
export const queryStates = async (ctx: Pick<Context, 'db' | 'host'>, rows: readonly QueryRow[]): Promise<QueryState[]> => {
  const { db } = ctx
  const databaseIds = [...new Set(rows.map((row) => row.database_id))]
  const databases = databaseIds.length
    ? await db.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', databaseIds).execute()
    : []
  const people = await peopleOf(
    db,
    rows.flatMap((row) => row.user_id ?? []),
  )
  return rows.map((row) => {
    const { percent, ...progress } = progressOf(ctx, row.id)
    const person = people.get(row.user_id ?? -1)
    return {
      changed_on: withoutZone(row.changed_on),
      dbId: row.database_id,
      db: databases.find(({ id }) => id === row.database_id)?.database_name ?? null,
      endDttm: row.end_time,
      errorMessage: row.error_message,
      executedSql: row.executed_sql,
      id: row.client_id,
      queryId: row.id,
      limit: row.limit,
      limitingFactor: row.limiting_factor,
      progress: percent ?? row.progress,
      rows: row.rows,
      catalog: row.catalog,
      schema: row.schema,
      ctas: row.select_as_cta === 1,
      serverId: row.id,
      sql: row.sql,
      sqlEditorId: row.sql_editor_id,
      startDttm: row.start_time,
      state: row.status,
      tab: row.tab_name,
      tempSchema: row.tmp_schema_name,
      tempTable: row.tmp_table_name,
      userId: row.user_id,
      user: person ? fullName(person) : '',
      resultsKey: row.results_key,
      trackingUrl: row.tracking_url,
      extra: { ...readObject(row.extra_json), ...progress },
    }
  })
}

export const queryState = async (ctx: Pick<Context, 'db' | 'host'>, row: QueryRow): Promise<QueryState> => {
  const [state] = await queryStates(ctx, [row])
  if (!state) throw new Error('A query has a state')
  return state
}

/** Whether the principal may see a query: everybody sees their own. */
export const canSeeQuery = (principal: Principal, row: Pick<QueryRow, 'user_id'>): boolean =>
  canSeeAllQueries(principal) || row.user_id === (userOf(principal)?.id ?? -1)

/** The query with a client's id, if the principal may see it. */
export const findQuery = async (db: Db, principal: Principal, clientId: string): Promise<QueryRow | null> => {
  const row = await db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  return row && canSeeQuery(principal, row) ? row : null
}
