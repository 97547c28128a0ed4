import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { MessageError } from '#core/errors.ts'
import { jsonBoundsFault } from '#core/encoding/json-bounds.ts'
import { forgetRights } from '../../access/principals.ts'
import { forgetSessions } from '../../access/login/sessions.ts'
import type { Config } from '../../start/config.ts'
import type { Context } from '../../context.ts'
import { demandAllowedHost } from './allowed-hosts.ts'
import { answerError } from '../errors/answer-error.ts'
import { jsonType } from '../json-type.ts'
import { noAddress } from '../errors/missing.ts'
import { securityHeaders } from './security-headers.ts'

/** Largest JSON or form body of a route that does not say otherwise, in bytes; uploads are streams with a limit of their own. */
const bodyLimit = 2 * 1024 * 1024

const addresses = (list: string) => list.split(',').map((address) => address.trim())

export const serverOptions = (config: Config): FastifyServerOptions => ({
  logger: { level: process.env['CHARTROOM_LOG'] || 'error' },
  routerOptions: { ignoreTrailingSlash: true, caseSensitive: true },
  genReqId: () => randomUUID(),
  bodyLimit,
  trustProxy: config.trustedProxies ? addresses(config.trustedProxies) : false,
  forceCloseConnections: 'idle',
  rewriteUrl: withoutBase(config.basePath),
  frameworkErrors: (_error, request, reply) => void answerError({ config })(noAddress(), request, reply),
})

/** A proxy may pass its prefix on or take it off; both arrive at the same route, and the prefix alone at the first page. */
export const withoutBase =
  (basePath: string) =>
  ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (!basePath || !url.startsWith(basePath)) return url
    const rest = url.slice(basePath.length)
    if (rest.startsWith('/')) return rest
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url
  }

/** Fields of a form may hold JSON, which the handlers parse. @throws MessageError 400 */
const demandBoundedJson = (form: unknown): void => {
  for (const value of Object.values(form ?? {}).flat()) {
    const fault = typeof value === 'string' && /^\s*[[{]/.test(value) ? jsonBoundsFault(value) : null
    if (fault !== null) throw new MessageError(400, fault)
  }
}

/** What holds for every request before a route is reached: cookies, bodies, headers, errors; and grants that follow renamed objects. */
export const edge = async (server: FastifyInstance, ctx: Context): Promise<void> => {
  server.setErrorHandler(answerError(ctx))
  const setSecurityHeaders = securityHeaders(ctx.config)
  const stopListening = ctx.events.subscribe((event) => {
    const renames = 'kind' in event && (event.kind === 'database' || event.kind === 'dataset')
    if (renames || event.type === 'restored') forgetRights(ctx)
    if (event.type === 'restored') forgetSessions(ctx)
  })
  server.addHook('onClose', async () => stopListening())
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    setSecurityHeaders(request, reply)
    demandAllowedHost(ctx.config, request)
  })
  await server.register(cookie)
  await server.register(formbody)
  server.addHook('preValidation', async ({ body, headers }) => {
    if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) demandBoundedJson(body)
  })
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(jsonType, { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const fault = jsonBoundsFault(text as string)
    return fault !== null ? done(new MessageError(400, fault)) : parseJson(request, text as string, done)
  })
}
