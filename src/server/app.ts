import fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { registerEdge, serverOptions } from './http/edge/edge.ts'
import { createMetrics } from './http/metrics.ts'
import { registerPages } from './http/pages.ts'
import type { App } from './http/serve.ts'
import { firstPicture } from './resources/dashboard/first-picture/first-picture.ts'
import { resources } from './resources/index.ts'

/** Creates the application with its list of routes. */
export const createApp = async (ctx: Context): Promise<App> => {
  const server = fastify(serverOptions(ctx.config))
  await registerEdge(server, ctx)
  const app: App = { server, ctx, routes: [], metrics: createMetrics(server) }
  for (const resource of resources) resource(app)
  await registerPages(app, firstPicture)
  return app
}

/** The web application, not yet listening; tests call `inject`. */
export const buildApp = async (ctx: Context): Promise<FastifyInstance> => (await createApp(ctx)).server
