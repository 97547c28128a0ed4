import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#core/access/principal.ts'
import { negotiate } from '#core/i18n/locales.ts'
import { pageOf } from '#core/pages.ts'
import type { Context } from '../context.ts'
import { themesInForce } from '../resources/theme/in-force.ts'
import { encodeParts, encodingFor } from '../doors/encoding.ts'
import { afterFirstFrame } from './page/after-first-frame.ts'
import { dist, immutable, serveAssets } from './page/assets.ts'
import { identify } from './caller/identify.ts'
import { localeOf } from './language.ts'
import { contentPolicy } from './edge/security-headers.ts'
import { unmatchedError, urlNotFound } from './errors/unmatched.ts'
import { openingFiles, pageAroundPicture, pageWithBody } from './page/page-html.ts'
import { redirectToLogin } from './redirect.ts'
import type { App } from './serve.ts'
import { ensureVisitorCookie } from './caller/session-cookie.ts'

/** What a page shows before its code runs, the types of the charts in it, and the parts of ECharts that they are drawn with. */
export type DrawnPage = {
  markup: string
  chartTypes: readonly string[]
  drawingParts: readonly string[]
  /** Elements with responses for its charts, which are read while the markup is on its way. */
  answers: () => Promise<string>
}

export type FirstPicture = {
  /** Addresses below the base path that the page's code reads as it starts; the browser is told to request them at once. */
  reads: readonly string[]
  draw: () => Promise<DrawnPage>
}

/** The first picture of a page; null for a page that shows nothing. */
export type FindFirstPicture = (ctx: Context, request: FastifyRequest, principal: Principal) => FirstPicture | null

/** Serves the built front end: its files under `/assets`, and its one HTML page for every page address. */
export const registerPages = async (app: App, firstPicture: FindFirstPicture): Promise<void> => {
  const { server, ctx } = app
  if (existsSync(dist)) await serveAssets(server, join(dist, 'assets'), await openingFiles())
  server.get(afterFirstFrame.path, (_request, reply) =>
    reply.header('cache-control', immutable).type(afterFirstFrame.type).send(afterFirstFrame.content),
  )
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    if (!isRead(request) || pageOf(path) === null) {
      if (!wantsPage(request)) ensureVisitorCookie(ctx, request, reply)
      return sendNotFound(ctx, reply, unmatchedError(app, request))
    }
    const visitor = await identify(ctx, request)
    if (visitor.kind === 'public' && visitor.pairs.size === 0) return redirectToLogin(ctx, request, reply)
    return sendPage(ctx, reply, { picture: firstPicture(ctx, request, visitor) })
  })
}

/** Answers with 404: our page to browsers, a typed error to other clients. @throws AppError */
export const sendNotFound = async (ctx: Context, reply: FastifyReply, error = urlNotFound()): Promise<FastifyReply> => {
  if (!wantsPage(reply.request)) throw error
  return sendPage(ctx, reply.code(404).header('content-disposition', 'inline; filename=404.html'))
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Whether the client wants HTML; below `/api/`, clients that accept anything get JSON. */
export const wantsPage = (request: FastifyRequest): boolean => {
  const accept = request.headers.accept ?? '*/*'
  return isRead(request) && (accept.includes('text/html') || (accept.includes('*/*') && !request.url.startsWith('/api/')))
}

type Shown = {
  /** Inserted before the root element. */
  body?: string
  /** Drawn once the page's head is sent. */
  picture?: FirstPicture | null
  /** A language that the address asks for. */
  language?: string | undefined
  /** The pages that may show it in a frame: our own, if nothing is said. */
  frameAncestors?: string
}

/** Sends the front end's HTML page. */
export const sendPage = async (
  ctx: Context,
  reply: FastifyReply,
  { body = '', picture = null, language, ...framed }: Shown = {},
): Promise<FastifyReply> => {
  const { request } = reply
  const { basePath, appName } = ctx.config
  const known = await localeOf(ctx, { request, principal: await identify(ctx, request) })
  const locale = language === undefined ? known : negotiate(language, request.headers['accept-language'])
  const nonce = randomBytes(16).toString('base64url')
  const shown = { url: request.url, basePath, appName, locale, themes: await themesInForce(ctx), nonce }
  reply.header('content-security-policy', contentPolicy(ctx.config, { nonce, ...framed }))
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('accept-ch', 'Sec-CH-Viewport-Width')
  if (!picture) return reply.send(await pageWithBody(shown, body))
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const { before, afterPicture, end } = await pageAroundPicture(shown)
  const parts = async function* () {
    yield before
    await setImmediate()
    const { markup, answers, ...drawn } = await picture.draw()
    yield markup + afterPicture({ reads: picture.reads, ...drawn })
    yield (await answers()) + end
  }
  return reply.header('vary', 'Accept-Encoding').send(encodeParts(parts(), encoding))
}
