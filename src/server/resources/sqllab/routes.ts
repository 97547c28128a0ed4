import { setTimeout as sleep } from 'node:timers/promises'
import {
  sqllabBootstrap,
  sqllabCatalogs,
  sqllabCheck,
  sqllabEstimate,
  sqllabExecute,
  sqllabExplain,
  sqllabExport,
  sqllabExportStreaming,
  sqllabFollow,
  sqllabFormat,
  sqllabProfile,
  sqllabResults,
} from '#api/sqllab.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { formatSql } from '#core/sql/format.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { catalogsOf, defaultCatalog } from '../database/catalog.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'
import { findQuery, queryState } from '../query/state.ts'
import { resultBody } from './answer.ts'
import { bootstrap } from './bootstrap.ts'
import { estimateCost } from './estimate.ts'
import { findSeenDatabase, requireSeenDatabase, startQuery } from './execute.ts'
import { explainScript } from './explain.ts'
import { contentTypes, fileName, streamFile } from './export.ts'
import { openingForms } from './opening-form.ts'
import { sqllabPermalinks } from './permalink.ts'
import { profileColumn } from './profile.ts'
import { readResult, type StoredResult } from './results/store.ts'
import { renderScript } from './script/render.ts'
import { scriptFaults } from './script/script-faults.ts'
import { untilEnded } from './run/live.ts'
import { unfinished } from './run/stop.ts'
import { failUnfinished } from './run/unfinished.ts'
import { tabs } from './tabs/routes.ts'

/** Null where the query fails, or goes on for longer. */
const resultWithin = (result: Promise<StoredResult>, waitMs: number): Promise<StoredResult | null> =>
  Promise.race([result.catch(() => null), sleep(waitMs, null, { ref: false })])

const json = 'application/json; charset=utf-8'

/** SQL Lab. */
export const sqllab = (app: App): void => {
  const { ctx } = app
  app.server.addHook('onReady', () => failUnfinished(ctx))
  tabs(app)
  openingForms(app)
  sqllabPermalinks(app)

  const queryRow = (id: number) => ctx.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  serve(app, sqllabBootstrap, async ({ principal }) => asResult(sqllabBootstrap, { result: await bootstrap(ctx, principal) }))

  serve(app, sqllabExecute, async ({ principal, body, reply, signal }) => {
    const { row, result } = await startQuery({ ctx, principal, signal }, body)
    const { runAsync, wait_ms: waitMs = 0 } = body
    if (runAsync && waitMs === 0) return reply.code(202).send({ query: await queryState(ctx, row) })
    const finished = await (runAsync ? resultWithin(result, waitMs) : result)
    if (!finished) return reply.code(202).send({ query: await queryState(ctx, await queryRow(row.id)) })
    return reply.type(json).send(await resultBody(ctx, await queryRow(row.id), finished))
  })

  serve(app, sqllabResults, async ({ principal, q, reply }) => {
    const known = await ctx.db.selectFrom('queries').selectAll().where('results_key', '=', q.key).executeTakeFirst()
    const row = known && (await findQuery(ctx.db, principal, known.client_id))
    const gone = (status: number, text: string) => new AppError('RESULTS_BACKEND_ERROR', text, { status })
    if (!row) throw gone(404, t('The query associated with these results could not be found. You need to re-run the original query.'))
    const found = await readResult(ctx, q.key)
    if (!found) throw gone(410, t('The result of this query is not kept any more. Run the query again.'))
    return reply.type(json).send(await resultBody(ctx, row, found))
  })

  serve(app, sqllabFollow, async ({ principal, params, q, reply, signal }) => {
    const known = await findQuery(ctx.db, principal, params.client_id)
    if (!known) throw new MessageError(404, `Query with client_id ${params.client_id} not found`)
    await untilEnded(ctx, known.id, AbortSignal.any([signal, AbortSignal.timeout(q.wait_ms)]))
    const row = await queryRow(known.id)
    const found = row.results_key === null ? null : await readResult(ctx, row.results_key)
    if (found) return reply.type(json).send(await resultBody(ctx, row, found))
    return reply.code(unfinished.includes(row.status) ? 202 : 200).send({ query: await queryState(ctx, row) })
  })

  serve(app, sqllabExport, async ({ principal, params, query, reply, signal }) => {
    const { format } = query
    const access = { ctx, principal, signal }
    const extent = query.full ? 'all' : 'shown'
    const { row, body } = await streamFile(access, params.client_id, { extent, format, isMarked: format === 'csv' })
    return reply
      .type(contentTypes[format])
      .header('content-disposition', `attachment; filename=${fileName(row, format, ctx.now())}`)
      .send(body)
  })

  serve(app, sqllabExportStreaming, async ({ principal, body, reply, signal }) => {
    const clientId = body?.client_id
    if (!clientId) throw new MessageError(400, { client_id: ['Missing data for required field.'] })
    const stream = await streamFile({ ctx, principal, signal }, clientId, { extent: 'shown', format: 'csv' })
    const name = (body.filename || `sqllab_${clientId}_${fileStamp(ctx.now())}.csv`).replaceAll(/[^\w.-]/g, '_')
    return reply.type(contentTypes.csv).header('content-disposition', `attachment; filename="${name}"`).send(stream.body)
  })

  serve(app, sqllabProfile, async ({ principal, body, signal }) => {
    const row = await findQuery(ctx.db, principal, body.client_id)
    if (!row) throw new MessageError(404, `Query with client_id ${body.client_id} not found`)
    return { result: await profileColumn({ ctx, principal, signal }, row, body.column) }
  })

  serve(app, sqllabFormat, async ({ principal, body }) => {
    // As in Superset, a database that does not exist only means that its dialect is not known.
    const database = typeof body.database_id === 'number' ? await findSeenDatabase(ctx, principal, body.database_id) : null
    const engine = database && engineFor(parseUri(database.sqlalchemy_uri))
    const { template_params: templateParams = null } = body
    const sql =
      database && engine && templateParams
        ? await renderScript(ctx, { sql: body.sql, templateParams, database, dialect: engine.dialect, principal })
        : body.sql
    return { result: formatSql(sql, engine?.dialect.parser ?? body.engine ?? '') }
  })

  serve(app, sqllabCatalogs, async ({ principal, q, signal }) => {
    const database = await requireSeenDatabase(ctx, principal, q.database_id)
    const access = { ctx, principal, database, signal, force: q.force }
    return { result: await catalogsOf(access), default: await defaultCatalog(access) }
  })

  serve(app, sqllabCheck, async ({ principal, body }) => {
    const database = await requireSeenDatabase(ctx, principal, body.database_id)
    return { result: await scriptFaults(ctx.sql, body.sql, engineFor(parseUri(database.sqlalchemy_uri)).dialect) }
  })

  serve(app, sqllabExplain, async ({ principal, body, signal }) => {
    const database = await requireSeenDatabase(ctx, principal, body.database_id)
    const namespace = { catalog: body.catalog || null, schema: body.schema || null }
    const script = { database, namespace, sql: body.sql, templateParams: body.templateParams ?? null, limit: ctx.config.sqlMaxRow }
    return { result: await explainScript({ ctx, principal, signal }, script) }
  })

  serve(app, sqllabEstimate, async ({ principal, body, signal }) => {
    const database = await requireSeenDatabase(ctx, principal, body.database_id)
    const namespace = { catalog: body.catalog || null, schema: body.schema || null }
    const templateParams = body.template_params ? JSON.stringify(body.template_params) : null
    const script = { database, namespace, sql: body.sql, templateParams, limit: ctx.config.sqlMaxRow }
    return { result: await estimateCost({ ctx, principal, signal }, script) }
  })
}

/** `20260131_235959` */
const fileStamp = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
