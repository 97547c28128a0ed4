import type { Context } from '../../../context.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Row } from '../../../db/tables.ts'
import type { QueryRow } from '../../query/state.ts'
import { abort } from './live.ts'

/** What a query is before it has ended. */
export const unfinished = ['pending', 'running']

/** Stops a query that has not ended; of one that has, nothing changes. */
export const stopQuery = async (ctx: Pick<Context, 'db' | 'host' | 'now'>, { id }: Pick<QueryRow, 'id'>): Promise<void> => {
  abort(ctx, id)
  const now = ctx.now()
  await ctx.db
    .updateTable('queries')
    .set({ status: 'stopped', end_time: now.getTime(), changed_on: now.toISOString() })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .execute()
}

/** The database's setting that a query ends when its user leaves the page. */
export const stopsWhenLeft = ({ extra }: Pick<Row<'databases'>, 'extra'>): boolean =>
  readObject(extra)['cancel_query_on_windows_unload'] === true

/** Stops what runs in a tab. */
export const stopQueriesOf = async (
  ctx: Pick<Context, 'db' | 'host' | 'now'>,
  { id, user_id: userId }: Pick<Row<'tab_states'>, 'id' | 'user_id'>,
): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('queries')
    .select('id')
    .where('sql_editor_id', '=', String(id))
    .where('user_id', '=', userId)
    .where('status', 'in', unfinished)
    .execute()
  for (const row of rows) await stopQuery(ctx, row)
}
