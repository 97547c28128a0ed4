import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { z } from 'zod'
import { AppError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { decodeRison } from '#core/encoding/url/rison.ts'
import type { Principal } from '#core/access/principal.ts'
import type { RouteInput, RouteOptions, RouteResult } from '#api/declare/route.ts'
import { hideSql, restoreSql } from '../access/hidden-sql.ts'
import type { Context } from '../context.ts'
import { resultCheck } from './check-result.ts'
import { authorize, requireCsrfField } from './caller/authorize.ts'
import { fieldTexts, payloadFault, risonFaultText, typedFaults } from './errors/faults.ts'
import { readBody } from './forms/fields.ts'
import { isJson } from './json-type.ts'
import { runInLanguageOf } from './language.ts'
import { hasValidIds, unmatchedError } from './errors/unmatched.ts'
import { ensureVisitorCookie } from './caller/session-cookie.ts'

export type HandlerInput<R extends RouteOptions> = RouteInput<R> & {
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

export type Handler<R extends RouteOptions> = (input: HandlerInput<R>) => Promise<RouteResult<R> | FastifyReply>

/**
 * Types a result that generic code assembled, whose shape TypeScript cannot infer. It is validated like every result (`checkResult`).
 */
export const asResult = <const R extends RouteOptions>(_route: R, answer: unknown): RouteResult<R> => answer as RouteResult<R>

export type App = {
  server: FastifyInstance
  ctx: Context
  /** Every route served, for OpenAPI and the access matrix. */
  routes: RouteOptions[]
  metrics: Registry
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From the route: errors before the handler runs are typed errors. */
    typedFaults?: boolean
    unreadableAs?: RouteOptions['unreadableAs']
  }
}

/** The caller of each request, determined before its body is read. */
const principals = new WeakMap<FastifyRequest, Principal>()

/** Body limit of routes that anonymous callers may use. */
const publicBodyLimitBytes = 1024 * 1024

const bodyLimitOf = ({ access, maxBodyBytes }: RouteOptions): { bodyLimit?: number } => {
  if (maxBodyBytes !== undefined) return { bodyLimit: maxBodyBytes }
  return access === 'public' ? { bodyLimit: publicBodyLimitBytes } : {}
}

/** Serves one declared route: identifies the caller, checks permissions, validates the input, calls the handler. */
export const serve = <const R extends RouteOptions>(app: App, route: R, handler: Handler<R>): void => {
  app.routes.push(route)
  app.server.route({
    method: route.method,
    url: route.path,
    ...bodyLimitOf(route),
    ...resultCheck(route),
    config: { typedFaults: route.typedFaults !== undefined, unreadableAs: route.unreadableAs },
    onRequest: async (request, reply) => {
      try {
        principals.set(request, await authorize(app.ctx, route, request))
      } finally {
        if (route.access !== 'public') ensureVisitorCookie(app.ctx, request, reply)
      }
    },
    handler: async (request, reply) => {
      const principal = principals.get(request)
      if (!principal) throw new Error('The handler was called before the caller was identified')
      return runInLanguageOf(app.ctx, { request, principal }, async () => {
        requireCsrfField(app.ctx, route, request, principal)
        if (principal.kind === 'guest') request.body = await restoreSql(app.ctx, principal, request.body)
        const given = await readBody(route, request)
        const input = {
          params: parseParams(app, route, request),
          query: parse(route.query, request.query, 400),
          q: parseQ(route, request),
          body: parseBody(route, request, given),
        } as RouteInput<R>
        const result = await handler({ ...input, principal, request, reply, signal: signalOf(request, reply) })
        if (result === undefined) return reply
        return principal.kind === 'guest' && result !== reply ? hideSql(app.ctx, result) : result
      })
    },
  })
}

const parse = (schema: z.ZodType | undefined, value: unknown, status: number): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new MessageError(status, fieldTexts(result.error))
}

const parseParams = (app: App, route: RouteOptions, request: FastifyRequest): unknown => {
  if (!route.params) return undefined
  if (!hasValidIds(route, request.params as Record<string, string>)) throw unmatchedError(app, request)
  const result = route.params.safeParse(request.params)
  if (result.success) return result.data
  throw notFound()
}

const isEmptyObject = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Parses the body. @throws AppError or MessageError; a wrong content type gives another error than invalid fields */
const parseBody = (route: RouteOptions, request: FastifyRequest, given: unknown): unknown => {
  if (!route.body) return undefined
  const body = isJson(request) ? given : (given ?? undefined)
  const mayBeMissing = body === undefined && route.body.safeParse(undefined).success
  if (!isJson(request) && !mayBeMissing && (route.accepts ?? 'json') === 'json') throw notJson(route)
  if (route.needsFields && isEmptyObject(body)) throw new MessageError(400, t('Request body is required'))
  const result = route.body.safeParse(body)
  if (result.success) return result.data
  if (route.typedFaults === 'fields') throw typedFaults(result.error)
  if (route.typedFaults === 'payload') throw payloadFault(result.error, body)
  throw new MessageError(route.faultStatus ?? 400, fieldTexts(result.error))
}

const notJson = ({ typedFaults: typed, notJson: text = 'Request is not JSON' }: RouteOptions): Error =>
  typed ? new AppError('INVALID_PAYLOAD_FORMAT_ERROR', text) : new MessageError(400, text)

const parseQ = (route: RouteOptions, request: FastifyRequest): unknown => {
  if (!route.q) return undefined
  const text = (request.query as { q?: string }).q
  const given = text === undefined ? {} : readQ(text)
  const result = route.q.safeParse(given)
  if (result.success) return result.data
  throw new MessageError(400, risonFaultText(result.error, given))
}

/** Reads Rison, else JSON. */
const readQ = (text: string): unknown => {
  try {
    return decodeRison(text)
  } catch {
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new MessageError(400, 'Not a valid rison/json argument', { cause })
    }
  }
}

const signalOf = (request: FastifyRequest, reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client disconnected'))
  })
  request.raw.once('error', () => controller.abort())
  return controller.signal
}
