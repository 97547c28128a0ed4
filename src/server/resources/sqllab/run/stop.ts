import type { Context } from '../../../context.ts'
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
