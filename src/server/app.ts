import fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { edge, serverOptions } from './http/edge/edge.ts'
import { metrics } from './http/metrics.ts'
import { pages } from './http/pages.ts'
import type { App } from './http/serve.ts'
import { resources } from './resources/index.ts'

/** The application with its table of routes. */
export const assemble = async (ctx: Context): Promise<App> => {
  const server = fastify(serverOptions(ctx.config))
  await edge(server, ctx)
  const app: App = { server, ctx, routes: [], metrics: metrics(server) }
  for (const resource of resources) resource(app)
  await pages(app)
  return app
}

/** The whole web application over one context, not yet listening; tests call `inject`. */
export const buildApp = async (ctx: Context): Promise<FastifyInstance> => (await assemble(ctx)).server
