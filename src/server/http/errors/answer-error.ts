import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, AppErrors, BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { issueCodesOf } from '#core/issue-codes.ts'
import { TooManyAttempts } from '../../access/login/login-limits.ts'
import type { Context } from '../../context.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import { CsrfError } from '../caller/csrf.ts'
import { isJson } from '../json-type.ts'
import { loginPath } from '../caller/login-path.ts'
import { sendRedirect } from '../redirect.ts'

/** The causes that an error of this type may have, where the thrower told none. */
const issueCodes = (error: AppError) => {
  const known = issueCodesOf(error.type)
  return known.length && !('issue_codes' in error.extra) ? { issue_codes: known } : {}
}

const wireOf = (error: AppError) => {
  const { message, type, level, extra } = error
  return { message, error_type: type, level, extra: { ...extra, ...issueCodes(error) } }
}

const bodyOf = (error: unknown): { status: number; body: unknown } | null => {
  if (error instanceof MessageError) return { status: error.status, body: { message: error.body } }
  if (error instanceof BodyError) return { status: error.status, body: error.body }
  if (error instanceof AppError) return { status: error.status, body: { errors: [wireOf(error)] } }
  if (error instanceof AppErrors) return { status: error.errors[0].status, body: { errors: error.errors.map(wireOf) } }
  return null
}

const isClientError = (error: unknown): error is { statusCode: number; message: string; code?: string } =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500

/** What the framework refuses before a handler runs, in the words of the record. */
const frameworkErrors: Record<string, Error> = {
  FST_ERR_CTP_INVALID_JSON_BODY: unreadable(),
  FST_ERR_CTP_EMPTY_JSON_BODY: unreadable(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new MessageError(400, 'Request is not JSON'),
}

function unreadable() {
  return new MessageError(400, '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.')
}

/** What a request is refused with before its handler runs; a route may want typed errors. */
const refusalOf = (error: { statusCode: number; message: string; code?: string }, request: FastifyRequest): Error => {
  const known = frameworkErrors[error.code ?? '']
  const { typedFaults, unreadableAs } = request.routeOptions.config
  if (unreadableAs && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return new BodyError(400, { [unreadableAs]: unreadable().message })
  if (known instanceof MessageError && typedFaults) return new AppError('GENERIC_BACKEND_ERROR', known.message)
  return known ?? new AppError('GENERIC_BACKEND_ERROR', `${error.statusCode} ${error.message}`, { status: error.statusCode })
}

/** Postgres: a number out of range, a value of another type, a character that it cannot hold. SQLite takes them all. */
const unstorable = new Set(['22003', '22P02', '22021', '22P05'])
const isUnstorable = (error: unknown): boolean => unstorable.has(String((error as { code?: unknown }).code))

/**
 * The one place where an error becomes an answer (conformance/api/errors.md). What nobody expected is logged whole and
 * answered with no more than its request id.
 */
export const answerError =
  (ctx: Pick<Context, 'config'>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof CsrfError && !isJson(request)) return demandLogin(ctx, request, reply)
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.retryAfter)
    const known = bodyOf(error)
    if (known) return reply.code(known.status).type(json).send(known.body)
    if (isClientError(error)) {
      const shown = bodyOf(refusalOf(error, request))
      return reply
        .code(shown?.status ?? 400)
        .type(json)
        .send(shown?.body)
    }
    if (isDiskFull(error)) {
      const shown = bodyOf(new AppError('GENERIC_BACKEND_ERROR', t('The disk of the server is full'), { status: 507 }))
      return reply.code(507).type(json).send(shown?.body)
    }
    if (isUnstorable(error)) {
      request.log.warn({ err: error }, 'a value that the metadata store does not take')
      return reply
        .code(400)
        .type(json)
        .send({ message: t('A value of the request is too large, or holds a character that cannot be stored.') })
    }
    request.log[request.socket.destroyed ? 'info' : 'error']({ err: error }, 'unexpected')
    const unexpected = new AppError('GENERIC_BACKEND_ERROR', 'An unexpected error occurred', {
      status: 500,
      extra: { request_id: request.id },
    })
    return reply.code(500).type(json).send(bodyOf(unexpected)?.body)
  }

const json = 'application/json; charset=utf-8'

/** A form or link without its CSRF token goes to the login page; whoever speaks JSON gets the error (api/README.md, surprise 2). */
const demandLogin = ({ config }: Pick<Context, 'config'>, request: FastifyRequest, reply: FastifyReply) =>
  sendRedirect(reply, loginPath(config, request.url))
