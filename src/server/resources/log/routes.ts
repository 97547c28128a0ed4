import { Readable } from 'node:stream'
import { clientLog, logActions, logCreate, logExport, logGet, logList, recentActivity } from '#api/log.ts'
import { userOf } from '#core/access/principal.ts'
import { logAction } from '../../access/log-action.ts'
import { serve, type App } from '../../http/serve.ts'
import { list, pageOf } from '../../list/list.ts'
import { getRecord } from '../../list/record.ts'
import { exportLog } from './export.ts'
import { logSpec } from './spec.ts'
import { logEvents, readEvents, readRecent } from './store.ts'

/** The action log, and users' recent activity. */
export const log = (app: App): void => {
  const { ctx } = app
  serve(app, logList, async ({ principal, q }) => list(logSpec, { ctx, principal }, q))
  serve(app, logGet, async ({ principal, params, q }) => getRecord(logSpec, { ctx, principal }, params.pk, q))

  serve(app, logExport, async ({ principal, q, reply }) => {
    const lines = await exportLog({ ctx, principal }, q)
    const day = ctx.now().toISOString().slice(0, 10)
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="action-log-${day}.csv"`)
    return reply.send(Readable.from(lines))
  })

  serve(app, logActions, async () => {
    const found = await ctx.db.selectFrom('action_log').select('action').distinct().orderBy('action').execute()
    return { result: found.map(({ action }) => action) }
  })

  serve(app, logCreate, async ({ principal, reply }) => {
    const id = await logAction(ctx.db, { action: 'log', now: ctx.now(), by: principal })
    reply.code(201)
    return { id, result: { id } }
  })

  serve(app, recentActivity, async ({ principal, q }) => {
    const user = userOf(principal)
    if (!user) return { result: [] }
    const { page, size } = pageOf(q, 100)
    return { result: await readRecent(ctx, principal, { userId: user.id, actions: q.actions, distinct: q.distinct ?? true, page, size }) }
  })

  serve(app, clientLog, async ({ principal, body, query, request, reply }) => {
    const sender = { userId: userOf(principal)?.id ?? null, referrer: request.headers.referer ?? null }
    await logEvents(ctx, readEvents(body?.events ?? '', query.dashboard_id), sender)
    return reply.type('text/html; charset=utf-8').send('')
  })
}
