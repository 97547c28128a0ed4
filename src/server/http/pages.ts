import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#core/access/principal.ts'
import { pageOf } from '#core/pages.ts'
import { isBundled } from '#engines/host/program.ts'
import type { Context } from '../context.ts'
import { encodeBody, encodingFor } from '../doors/encoding.ts'
import { identify } from './caller/identify.ts'
import { localeOf } from './language.ts'
import { unmatchedError, urlNotFound } from './errors/unmatched.ts'
import { redirectToLogin } from './redirect.ts'
import type { App } from './serve.ts'
import { ensureVisitorCookie } from './caller/session-cookie.ts'

const dist = join(import.meta.dirname, isBundled ? '../web' : '../../../dist/web')

/** What a page shows before its code runs, as markup; empty for nothing. */
export type FirstPicture = (ctx: Context, request: FastifyRequest, principal: Principal) => Promise<string>

/** Serves the built front end: its files under `/assets`, and its one HTML page for every page address. */
export const registerPages = async (app: App, firstPicture: FirstPicture): Promise<void> => {
  const { server, ctx } = app
  if (existsSync(dist)) {
    await server.register(fastifyStatic, {
      root: join(dist, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
      preCompressed: true,
    })
  }
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    if (!isRead(request) || pageOf(path) === null) {
      if (!wantsPage(request)) ensureVisitorCookie(ctx, request, reply)
      return sendNotFound(ctx, reply, unmatchedError(app, request))
    }
    const visitor = await identify(ctx, request)
    if (visitor.kind === 'public' && visitor.pairs.size === 0) return redirectToLogin(ctx, request, reply)
    return sendPage(ctx, reply, { body: await firstPicture(ctx, request, visitor) })
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

const plainPage = '<!doctype html><html lang="en"><head><meta charset="utf-8" /></head><body><div id="root"></div></body></html>'

/** Files that a page needs beside the shell; preloaded, because the browser would discover them one after another. */
const preloadsOf = async (url: string): Promise<string[]> => {
  const page = pageOf(url.replace(/\?.*$/s, ''))
  const lists = join(dist, 'preloads.json')
  if (!page || !existsSync(lists)) return []
  return (JSON.parse(await readFile(lists, 'utf8')) as Record<string, string[]>)[page] ?? []
}

const preloadLink = (file: string): string =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="./${file}" />`
    : `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${file}" />`

/** Sends the front end's HTML page; `body` is inserted before its root element. */
export const sendPage = async (ctx: Context, reply: FastifyReply, { body = '' } = {}): Promise<FastifyReply> => {
  const html = existsSync(dist) ? await readFile(join(dist, 'index.html'), 'utf8') : plainPage
  const { request } = reply
  const locale = await localeOf(ctx, { request, principal: await identify(ctx, request) })
  const name = escapeHtml(ctx.config.appName)
  const head = `<head><base href="${ctx.config.basePath}/" /><meta name="app-name" content="${name}" />`
  const links = (await preloadsOf(request.url)).map(preloadLink).join('')
  const page = html
    .replace('lang="en"', `lang="${locale}"`)
    .replace('<head>', () => head)
    .replace('</head>', () => `${links}</head>`)
    .replace('<body>', () => `<body>${body}`)
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('accept-ch', 'Sec-CH-Viewport-Width')
  if (!body) return reply.send(page)
  const { bytes, encoding } = await encodeBody(Buffer.from(page), encodingFor(request.headers['accept-encoding']))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('vary', 'Accept-Encoding').send(Buffer.from(bytes))
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
