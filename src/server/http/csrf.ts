import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { csrfMatches } from '../access/sessions.ts'
import type { Context } from '../context.ts'
import { sessionCookie } from './identify.ts'

/** A write that came with a cookie and without the token that only our own pages know. */
export class CsrfError extends AppError {
  constructor(fault: 'missing' | 'invalid') {
    super('GENERIC_BACKEND_ERROR', `400 Bad Request: The CSRF token is ${fault}.`, { status: 400 })
  }
}

const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers['x-csrftoken'] ?? request.headers['x-csrf-token']
  if (typeof header === 'string' && header !== '') return header
  const field = (request.body as { csrf_token?: unknown } | null | undefined)?.csrf_token
  return typeof field === 'string' ? field : null
}

/** @throws CsrfError */
export const demandCsrf = (ctx: Context, request: FastifyRequest): void => {
  const token = tokenOf(request)
  if (token === null) throw new CsrfError('missing')
  if (!csrfMatches(ctx, request.cookies[sessionCookie] ?? '', token)) throw new CsrfError('invalid')
}

/**
 * For a GET that writes all the same: the browser says that our own page asks. Browsers that say nothing are refused.
 */
export const demandOwnPage = (request: FastifyRequest): void => {
  if (request.headers['sec-fetch-site'] !== 'same-origin') throw new CsrfError('missing')
}
