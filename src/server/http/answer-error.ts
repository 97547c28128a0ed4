import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, BodyError, MessageError } from '#core/errors.ts'

const issueCodes = (error: AppError) => ('issue_codes' in error.extra ? {} : genericIssue(error))

const genericIssue = (error: AppError) =>
  error.type === 'GENERIC_BACKEND_ERROR'
    ? { issue_codes: [{ code: 1011, message: 'Issue 1011 - Superset encountered an unexpected error.' }] }
    : {}

const bodyOf = (error: unknown): { status: number; body: unknown } | null => {
  if (error instanceof MessageError) return { status: error.status, body: { message: error.body } }
  if (error instanceof BodyError) return { status: error.status, body: error.body }
  if (error instanceof AppError) {
    const { message, type, level, extra } = error
    return { status: error.status, body: { errors: [{ message, error_type: type, level, extra: { ...extra, ...issueCodes(error) } }] } }
  }
  return null
}

const isClientError = (error: unknown): error is { statusCode: number; message: string } =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500

/**
 * The one place where an error becomes an answer (conformance/api/errors.md). What nobody expected is logged whole and
 * answered with no more than its request id.
 */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = bodyOf(error)
  if (known) return reply.code(known.status).send(known.body)
  if (isClientError(error)) {
    const shown = bodyOf(new AppError('GENERIC_BACKEND_ERROR', `${error.statusCode} ${error.message}`, { status: error.statusCode }))
    return reply.code(error.statusCode).send(shown?.body)
  }
  request.log.error({ err: error }, 'unexpected')
  const unexpected = new AppError('GENERIC_BACKEND_ERROR', 'An unexpected error occurred', {
    status: 500,
    extra: { request_id: request.id },
  })
  return reply.code(500).send(bodyOf(unexpected)?.body)
}
