import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, MessageError, notFound } from '#core/errors.ts'
import { decodeRison } from '#core/encoding/rison.ts'
import type { Principal } from '#core/access/principal.ts'
import type { RouteInput, RouteOptions, RouteResult } from '#api/declare/route.ts'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'
import { checkAnswer } from './check-answer.ts'
import { authorize, demandCsrfField } from './caller/authorize.ts'
import { fieldTexts, payloadFault, shapeText, typedFaults } from './errors/faults.ts'
import { isJson } from './json-type.ts'
import { inLanguageOf } from './language.ts'
import { hasItsIds, isNotBuilt, missing } from './errors/missing.ts'
import { giveVisitorCookie } from './caller/session-cookie.ts'

export type HandlerInput<R extends RouteOptions> = RouteInput<R> & {
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

export type Handler<R extends RouteOptions> = (input: HandlerInput<R>) => Promise<RouteResult<R> | FastifyReply>

/**
 * What code that is generic over fields has put together, as the answer of a route: its shape cannot be inferred, and is checked where
 * answers are checked.
 */
export const assembled = <const R extends RouteOptions>(_route: R, answer: unknown): RouteResult<R> => answer as RouteResult<R>

export type App = {
  server: FastifyInstance
  ctx: Context
  /** Every route served, for OpenAPI and the access matrix. */
  routes: RouteOptions[]
  metrics: Metrics
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As of the route: what is refused before its handler runs is told by a typed error. */
    typedFaults?: boolean
    unreadableAs?: RouteOptions['unreadableAs']
  }
}

/** Who asks is known before the body is read. */
const principals = new WeakMap<FastifyRequest, Principal>()

/** Bodies of callers who are not signed in, in bytes. */
const publicBodyLimit = 1024 * 1024

const bodyLimitOf = ({ access, maxBodyBytes }: RouteOptions): { bodyLimit?: number } => {
  if (maxBodyBytes !== undefined) return { bodyLimit: maxBodyBytes }
  return access === 'public' ? { bodyLimit: publicBodyLimit } : {}
}

/** Serves one declared route: names the caller, checks the permission pair, validates, calls the handler. */
export const serve = <const R extends RouteOptions>(app: App, route: R, handler: Handler<R>): void => {
  app.routes.push(route)
  app.server.route({
    method: route.method,
    url: route.path,
    ...bodyLimitOf(route),
    config: { typedFaults: route.typedFaults !== undefined, unreadableAs: route.unreadableAs },
    onRequest: async (request, reply) => {
      try {
        principals.set(request, await authorize(app.ctx, route, request))
      } finally {
        if (route.access !== 'public') giveVisitorCookie(app.ctx, request, reply)
      }
    },
    handler: async (request, reply) => {
      const principal = principals.get(request)
      if (!principal) throw new Error('A handler was reached without its caller')
      return inLanguageOf(app.ctx, { request, principal }, async () => {
        demandCsrfField(app.ctx, route, request, principal)
        const input = {
          params: parseParams(app, route, request),
          query: parse(route.query, request.query, 400),
          q: parseQ(route, request),
          body: parseBody(route, request),
        } as RouteInput<R>
        const result = await handler({ ...input, principal, request, reply, signal: signalOf(request, reply) })
        if (result === undefined || result === reply) return reply
        checkAnswer(route, result)
        return result
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
  if (isNotBuilt(request) || !hasItsIds(route, request.params as Record<string, string>)) throw missing(app, request)
  const result = route.params.safeParse(request.params)
  if (result.success) return result.data
  throw notFound()
}

/** A body of another type than the route takes is told apart from one with wrong fields. */
const parseBody = (route: RouteOptions, request: FastifyRequest): unknown => {
  if (!route.body) return undefined
  const body = isJson(request) ? request.body : (request.body ?? undefined)
  const mayBeMissing = body === undefined && route.body.safeParse(undefined).success
  if (!isJson(request) && !mayBeMissing && (route.accepts ?? 'json') === 'json') throw notJson(route)
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
  throw new MessageError(400, shapeText(result.error, given))
}

/** Rison, or JSON in its place. */
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
    if (!reply.raw.writableFinished) controller.abort(new Error('The client went away'))
  })
  request.raw.once('error', () => controller.abort())
  return controller.signal
}
