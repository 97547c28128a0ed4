import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  embedSdk,
  embeddedCreate,
  embeddedDelete,
  embeddedExplain,
  embeddedGet,
  embeddedPage,
  embeddedRecord,
  embeddedUpdate,
  guestTokenRoute,
} from '#api/embedded.ts'
import { escapeText } from '#charts/shared/text/html.ts'
import { frameAncestors, mayEmbed } from '#core/access/embed-domains.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { checkExpression } from '#core/sql/check.ts'
import { t } from '#core/i18n/t.ts'
import { isBundled } from '#engines/host/program.ts'
import { embeddedDashboards, issueGuestToken } from '../../access/login/guest-token.ts'
import { logAction } from '../../access/log-action.ts'
import { requireAccess } from '../../db/owned.ts'
import { urlNotFound } from '../../http/errors/unmatched.ts'
import { sendNotFound, sendPage } from '../../http/pages.ts'
import { serve, type App } from '../../http/serve.ts'
import { idByName } from '../../list/can-see.ts'
import { dashboardSpec } from '../dashboard/spec.ts'
import { explainEmbed } from './explain.ts'
import { deleteEmbedding, embeddingByUuid, embeddingOf, setEmbedding } from './store.ts'

/** Whether a condition stays inside the parentheses that it is put into; templates are checked when they are rendered. */
const isCondition = (clause: string): boolean =>
  clause.trim() !== '' && !('refusal' in checkExpression(clause, 'duckdb', { functions: new Set() }))

const sdkFolder = join(import.meta.dirname, isBundled ? '../../sdk' : '../../../../sdk')

const sdkFiles = new Map([
  ['embed.js', 'text/javascript; charset=utf-8'],
  ['react.js', 'text/javascript; charset=utf-8'],
  ['embed.d.ts', 'text/plain; charset=utf-8'],
  ['react.d.ts', 'text/plain; charset=utf-8'],
])

/** Embedding: which sites may show a dashboard, the page that they show, and the tokens of their viewers. */
export const embedded = (app: App): void => {
  const { ctx } = app

  const idOf = async (principal: Principal, name: string): Promise<number> => {
    const id = await idByName(dashboardSpec, { ctx, principal }, name, ['slug', 'uuid'])
    if (id === null) throw notFound()
    return id
  }

  serve(app, embeddedGet, async ({ principal, params }) => {
    const { result } = await embeddingOf(ctx.db, await idOf(principal, params.idOrName))
    return { result }
  })

  for (const route of [embeddedCreate, embeddedUpdate])
    serve(app, route, async ({ principal, params, body }) => {
      const id = await idOf(principal, params.idOrName)
      await setEmbedding({ ctx, by: principal }, id, body.allowed_domains)
      const { result } = await embeddingOf(ctx.db, id)
      return { result }
    })

  serve(app, embeddedDelete, async ({ principal, params }) => {
    await deleteEmbedding({ ctx, by: principal }, await idOf(principal, params.idOrName))
    return { message: 'OK' }
  })

  serve(app, embeddedExplain, async ({ principal, params, body }) => {
    const id = await idOf(principal, params.idOrName)
    await requireAccess(ctx.db, principal, 'change', { kind: 'dashboard', id })
    const { result: embedding, dashboardUuid } = await embeddingOf(ctx.db, id)
    return { result: await explainEmbed(ctx, { ...body, embedding, dashboardUuid }) }
  })

  serve(app, embeddedRecord, async ({ principal, params }) => {
    const found = await embeddingByUuid(ctx.db, params.uuid)
    if (!found) throw notFound()
    await requireAccess(ctx.db, principal, 'see', { kind: 'dashboard', id: Number(found.result.dashboard_id) })
    return { result: found.result }
  })

  serve(app, embeddedPage, async ({ params, query, request, reply }) => {
    const found = await embeddingByUuid(ctx.db, params.uuid)
    if (!found) return sendNotFound(ctx, reply)
    const { allowed_domains: domains } = found.result
    const { referer } = request.headers
    // A page without a referrer policy sends its origin; the browser itself obeys frame-ancestors in any case.
    const isOwn = referer !== undefined && URL.canParse(referer) && new URL(referer).host === request.host
    if (referer !== undefined && !isOwn && !mayEmbed(domains, referer))
      throw new MessageError(403, t('This site may not embed the dashboard.'))
    reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
    return sendPage(ctx, reply, {
      frameAncestors: frameAncestors(domains),
      language: query.lang,
      body: `<template id="embedded" data-domains="${escapeText(JSON.stringify(domains))}"></template>`,
    })
  })

  serve(app, embedSdk, async ({ params, reply }) => {
    const type = sdkFiles.get(params.file)
    if (type === undefined) throw urlNotFound()
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=3600')
    return reply.type(type).send(await readFile(join(sdkFolder, params.file)))
  })

  serve(app, guestTokenRoute, async ({ principal, body }) => {
    const { user = {}, resources, rls } = body
    const known = await embeddedDashboards(ctx)
    if (!resources.every(({ id }) => known.has(id))) throw new MessageError(400, 'EmbeddedDashboard not found.')
    const wrong = rls.findIndex(({ clause }) => !isCondition(clause))
    if (wrong >= 0) throw new MessageError(400, { rls: { [wrong]: { clause: [t('This is not a condition.')] } } })
    await logAction(ctx.db, { action: 'guest_token', now: ctx.now(), by: principal, json: { resources, username: user.username } })
    return { token: await issueGuestToken(ctx, { user, resources, rls_rules: rls }) }
  })
}
