import { queryDistinct, queryGet, queryList, queryRelated, queryStop, queryUpdatedSince } from '#api/query.ts'
import { userOf } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { serve, type App } from '../../http/serve.ts'
import { list } from '../../list/list.ts'
import { getRecord } from '../../list/record.ts'
import { distinct, related } from '../../list/related.ts'
import { stopQuery, stopsWhenLeft } from '../sqllab/run/stop.ts'
import { querySpec, shownQuery } from './spec.ts'
import { findQuery, queryStates, type QueryRow } from './state.ts'

/** The last moment that a date can be. */
const lastMomentMs = 8.64e15

/** Most queries of one look at what changed. */
const maxChanged = 1000

/** What people ran in SQL Lab. */
export const queries = (app: App): void => {
  const { ctx } = app
  const spec = querySpec(ctx.sql)
  const shown = shownQuery(spec)

  serve(app, queryList, async ({ principal, q }) => list(spec, { ctx, principal }, q))

  serve(app, queryRelated, async ({ principal, params, q }) => related(spec, { ctx, principal }, params.column, q))

  serve(app, queryDistinct, async ({ principal, params, q }) => distinct(spec, { ctx, principal }, params.column, q))

  serve(app, queryGet, async ({ principal, params, q }) => {
    const row = await ctx.db.selectFrom('queries').select('client_id').where('id', '=', params.pk).executeTakeFirst()
    if (!row || !(await findQuery(ctx.db, principal, row.client_id))) throw notFound()
    return getRecord(shown, { ctx, principal }, params.pk, q)
  })

  serve(app, queryUpdatedSince, async ({ principal, q }) => {
    const since = Math.max(-lastMomentMs, Math.min(lastMomentMs, q.last_updated_ms))
    const rows = await ctx.db
      .selectFrom('queries')
      .selectAll()
      .where('user_id', '=', userOf(principal)?.id ?? -1)
      .where('changed_on', '>=', new Date(Math.max(0, since)).toISOString())
      .orderBy('id')
      .limit(maxChanged)
      .execute()
    const states = await queryStates(ctx, rows)
    const text = (moment: string | number | null) => (typeof moment === 'number' ? moment.toFixed(6) : moment)
    return { result: states.map((state) => ({ ...state, startDttm: text(state.startDttm), endDttm: text(state.endDttm) })) }
  })

  const endsWhenLeft = async (row: QueryRow) => {
    const database = await ctx.db.selectFrom('databases').select('extra').where('id', '=', row.database_id).executeTakeFirst()
    return database !== undefined && stopsWhenLeft(database)
  }

  serve(app, queryStop, async ({ principal, body }) => {
    const row = await findQuery(ctx.db, principal, body.client_id)
    if (!row) throw new MessageError(404, `Query with client_id ${body.client_id} not found`)
    if (!body.leaving || (await endsWhenLeft(row))) await stopQuery(ctx, row)
    return { result: 'OK' }
  })
}
