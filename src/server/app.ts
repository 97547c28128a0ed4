import fastify, { type FastifyInstance } from 'fastify'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { randomUUID } from 'node:crypto'
import type { RouteOptions } from '#api/route.ts'
import type { Context } from './context.ts'
import { answerError } from './http/answer-error.ts'
import { pages } from './http/pages.ts'
import type { App } from './http/serve.ts'
import { resources } from './resources/index.ts'

/** The whole web application over one context, not yet listening; tests call `inject`. */
export const buildApp = async (ctx: Context): Promise<FastifyInstance> => {
  const server = fastify({
    logger: process.env['CHARTROOM_LOG'] ? { level: process.env['CHARTROOM_LOG'] } : { level: 'error' },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true },
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024 * 1024,
    trustProxy: ctx.config.trustedProxies ? ctx.config.trustedProxies.split(',').map((address) => address.trim()) : false,
    forceCloseConnections: true,
  })
  const app: App = { server, ctx, routes: [] as RouteOptions[] }
  server.setErrorHandler(answerError(ctx))
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await server.register(cookie)
  await server.register(formbody)
  server.get('/health', async (_request, reply) => reply.type('text/plain').send('OK'))
  for (const resource of resources) resource(app)
  await pages(app)
  return server
}
