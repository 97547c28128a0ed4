import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { MessageError } from '#core/errors.ts'
import { jsonBoundsFault } from '#core/encoding/json/json-bounds.ts'
import { loggedError } from '#engines/host/errors/log-unexpected.ts'
import { clearRightsCache } from '../../access/principals.ts'
import { clearSessionCache } from '../../access/login/sessions.ts'
import type { Config } from '../../start/config.ts'
import type { Context } from '../../context.ts'
import { requireAllowedHost } from './allowed-hosts.ts'
import { createErrorHandler } from '../errors/answer-error.ts'
import { jsonType } from '../json-type.ts'
import { urlNotFound } from '../errors/unmatched.ts'
import { securityHeaders } from './security-headers.ts'

/** Default limit of JSON and form bodies; uploads are streams with their own limit. */
export const defaultBodyLimitBytes = 2 * 1024 * 1024

const splitAddresses = (list: string) => list.split(',').map((address) => address.trim())

/** Query strings can hold tokens, and what people filter by. */
const loggedRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({ method, url: url.replace(/\?.*$/s, ''), ip })

export const serverOptions = (config: Config): FastifyServerOptions => ({
  logger: { level: process.env['CHARTROOM_LOG'] || 'error', serializers: { req: loggedRequest, err: loggedError } },
  routerOptions: { ignoreTrailingSlash: true, caseSensitive: true },
  genReqId: () => randomUUID(),
  bodyLimit: defaultBodyLimitBytes,
  trustProxy: config.trustedProxies ? splitAddresses(config.trustedProxies) : false,
  forceCloseConnections: 'idle',
  rewriteUrl: stripBasePath(config.basePath),
  frameworkErrors: (_error, request, reply) => void createErrorHandler({ config })(urlNotFound(), request, reply),
})

/** Removes the base path, which a proxy may pass on or strip. The base path alone is the home page. */
export const stripBasePath =
  (basePath: string) =>
  ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (!basePath || !url.startsWith(basePath)) return url
    const rest = url.slice(basePath.length)
    if (rest.startsWith('/')) return rest
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url
  }

/** Checks JSON in form fields, which handlers parse. @throws MessageError 400 */
export const requireBoundedJson = (form: unknown): void => {
  for (const value of Object.values(form ?? {}).flat()) {
    const fault = typeof value === 'string' && /^\s*[[{]/.test(value) ? jsonBoundsFault(value) : null
    if (fault !== null) throw new MessageError(400, fault)
  }
}

/** Sets up what every request passes before its route: cookies, body parsing, headers, errors. Also clears cached rights when objects are renamed. */
export const registerEdge = async (server: FastifyInstance, ctx: Context): Promise<void> => {
  server.setErrorHandler(createErrorHandler(ctx))
  const setSecurityHeaders = securityHeaders(ctx.config)
  const stopListening = ctx.events.subscribe((event) => {
    const mayRename = 'kind' in event && (event.kind === 'database' || event.kind === 'dataset')
    if (mayRename || event.type === 'restored') clearRightsCache(ctx)
    if (event.type === 'restored') clearSessionCache(ctx)
  })
  server.addHook('onClose', async () => stopListening())
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    setSecurityHeaders(request, reply)
    requireAllowedHost(ctx.config, request)
  })
  await server.register(cookie)
  await server.register(formbody)
  server.addHook('preValidation', async ({ body, headers }) => {
    if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) requireBoundedJson(body)
  })
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(jsonType, { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const fault = jsonBoundsFault(text as string)
    return fault !== null ? done(new MessageError(400, fault)) : parseJson(request, text as string, done)
  })
}
