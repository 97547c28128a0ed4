import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from './serve.ts'

const dist = join(import.meta.dirname, '../../../dist/web')

/** The built front end: its files under `/assets`, and one page for every address that a person may open. */
export const pages = async ({ server, ctx }: App): Promise<void> => {
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
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html') && !request.url.startsWith('/api/')
    if (!wantsPage || !existsSync(dist)) return reply.code(404).send({ message: 'Not found' })
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    const base = `${ctx.config.basePath}/`
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html.replace('<head>', `<head><base href="${base}" /><meta name="app-name" content="${escapeHtml(ctx.config.appName)}" />`))
  })
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
