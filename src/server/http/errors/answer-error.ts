import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, AppErrors, BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { issueCodesOf } from './issue-codes.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import { EngineError } from '#engines/host/errors/engine-error.ts'
import { TooManyAttempts } from '../../access/login/login-limits.ts'
import type { Context } from '../../context.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import { guestToken } from '../caller/guest-token.ts'
import { CsrfError } from '../caller/csrf.ts'
import { isJson } from '../json-type.ts'
import { loginPath } from '../caller/login-path.ts'
import { sendRedirect } from '../redirect.ts'
import { asScimAnswer, isScim, scimType } from './scim-error.ts'

/** Known causes of this error type, unless the error names its own. */
const issueCodes = (error: AppError) => {
  const known = issueCodesOf(error.type)
  return known.length && !('issue_codes' in error.extra) ? { issue_codes: known } : {}
}

const wireOf = (error: AppError) => {
  const { message, type, level, extra } = error
  return { message, error_type: type, level, extra: { ...extra, ...issueCodes(error) } }
}

type Answer = { status: number; body: unknown }

const bodyOf = (error: unknown): Answer | null => {
  if (error instanceof MessageError) return { status: error.status, body: { message: error.body } }
  if (error instanceof BodyError) return { status: error.status, body: error.body }
  if (error instanceof AppError) return { status: error.status, body: { errors: [wireOf(error)] } }
  if (error instanceof AppErrors) return { status: error.errors[0].status, body: { errors: error.errors.map(wireOf) } }
  return null
}

/** Whether an error is about a statement: its text may quote it. */
const isOfStatement = (error: unknown): error is MessageError | EngineError =>
  error instanceof QueryError ||
  (error instanceof MessageError && error.cause instanceof EngineError) ||
  (error instanceof EngineError && error.status === 400 && error.type !== 'RESULT_TOO_LARGE_ERROR')

/** Viewers of embedded dashboards get no SQL. */
const withoutSql = (error: unknown): unknown => {
  if (isOfStatement(error))
    return new MessageError(error.status, t('The data could not be read. The owners of the dashboard can see why.'), { cause: error })
  if (!(error instanceof AppError)) return error
  const { sql: _sql, ...extra } = error.extra
  return new AppError(error.type, error.message, { status: error.status, level: error.level, extra })
}

const isClientError = (error: unknown): error is { statusCode: number; message: string; code?: string } =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500

/** Errors of Fastify before the handler runs, with Superset's texts. */
const frameworkErrors: Record<string, Error> = {
  FST_ERR_CTP_INVALID_JSON_BODY: unreadableBody(),
  FST_ERR_CTP_EMPTY_JSON_BODY: unreadableBody(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new MessageError(400, 'Request is not JSON'),
}

function unreadableBody() {
  return new MessageError(400, '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.')
}

/** The error for a request that failed before its handler ran, in the form that the route wants. */
const clientErrorOf = (error: { statusCode: number; message: string; code?: string }, request: FastifyRequest): Error => {
  const known = frameworkErrors[error.code ?? '']
  const { typedFaults, unreadableAs } = request.routeOptions.config
  if (unreadableAs && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new BodyError(400, { [unreadableAs]: unreadableBody().message })
  if (known instanceof MessageError && typedFaults) return new AppError('GENERIC_BACKEND_ERROR', known.message)
  return known ?? new AppError('GENERIC_BACKEND_ERROR', `${error.statusCode} ${error.message}`, { status: error.statusCode })
}

/** Postgres codes: number out of range, wrong type, unsupported character. SQLite accepts all of these. */
const unstorableCodes = new Set(['22003', '22P02', '22021', '22P05'])
const isUnstorable = (error: unknown): boolean => unstorableCodes.has(String((error as { code?: unknown }).code))

/**
 * Creates the handler that turns errors into responses (conformance/api/errors.md). An unexpected error is logged in full; its response
 * holds only the request id.
 */
export const createErrorHandler =
  (ctx: Pick<Context, 'config'>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const send = (answer: Answer): FastifyReply => {
      const { status, body } = isScim(request) ? asScimAnswer(answer) : answer
      return reply
        .code(status)
        .type(isScim(request) ? scimType : json)
        .send(body)
    }
    if (error instanceof CsrfError && !isJson(request)) return sendToLogin(ctx, request, reply)
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.retryAfterSeconds)
    const known = bodyOf(guestToken(request) === null ? error : withoutSql(error))
    if (known) return send(known)
    if (isClientError(error)) {
      const shown = bodyOf(clientErrorOf(error, request))
      return send({ status: shown?.status ?? 400, body: shown?.body })
    }
    if (isDiskFull(error)) {
      const shown = bodyOf(new AppError('GENERIC_BACKEND_ERROR', t('The disk of the server is full'), { status: 507 }))
      return send({ status: 507, body: shown?.body })
    }
    if (isUnstorable(error)) {
      request.log.warn({ err: error }, 'the metadata store rejected a value')
      return send({
        status: 400,
        body: { message: t('A value of the request is too large, or holds a character that cannot be stored.') },
      })
    }
    request.log[request.socket.destroyed ? 'info' : 'error']({ err: error }, 'unexpected')
    const unexpected = new AppError('GENERIC_BACKEND_ERROR', 'An unexpected error occurred', {
      status: 500,
      extra: { request_id: request.id },
    })
    return send({ status: 500, body: bodyOf(unexpected)?.body })
  }

const json = 'application/json; charset=utf-8'

/** Redirects a form or link without CSRF token to the login page; JSON requests get the error (api/README.md, surprise 2). */
const sendToLogin = ({ config }: Pick<Context, 'config'>, request: FastifyRequest, reply: FastifyReply) =>
  sendRedirect(reply, loginPath(config, request.url))
