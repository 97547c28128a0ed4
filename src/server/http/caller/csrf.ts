import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { csrfMatches } from '../../access/login/sessions.ts'
import type { Context } from '../../context.ts'
import { sessionCookie } from './identify.ts'

/** A write that came with a cookie and without the token that only our own pages know. */
export class CsrfError extends AppError {
  constructor(fault: 'missing' | 'invalid') {
    super('GENERIC_BACKEND_ERROR', `400 Bad Request: The CSRF token is ${fault}.`, { status: 400 })
  }
}

export const csrfHeader = (request: FastifyRequest): string | null => {
  const header = request.headers['x-csrftoken'] ?? request.headers['x-csrf-token']
  return typeof header === 'string' && header !== '' ? header : null
}

export const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

export const csrfField = (request: FastifyRequest): string | null => {
  const field = (request.body as { csrf_token?: unknown } | null | undefined)?.csrf_token
  return typeof field === 'string' ? field : null
}

/** @throws CsrfError */
export const demandCsrf = (ctx: Context, request: FastifyRequest, token: string | null): void => {
  if (token === null) throw new CsrfError('missing')
  if (!csrfMatches(ctx, request.cookies[sessionCookie] ?? '', token)) throw new CsrfError('invalid')
}

/** For a GET that writes all the same: the browser says that our own page asks. Browsers that say nothing are refused. */
export const demandOwnPage = ({ headers }: FastifyRequest): void => {
  // A picture or a style that a text names comes from our own page too, but is not asked for by its scripts.
  const isOfScript = (headers['sec-fetch-dest'] ?? 'empty') === 'empty'
  if (headers['sec-fetch-site'] !== 'same-origin' || !isOfScript) throw new CsrfError('missing')
}

/**
 * Whether a person opens the address, from a page of ours or by typing it; no other site, and no picture, style or frame that a text
 * names. Browsers leave the headers out over plain http, and programs do: then it counts whether a page or JSON is asked for by name,
 * which no picture does.
 */
export const opensPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site']
  if (site === undefined) return /\b(text\/html|application\/json)\b/.test(headers.accept ?? '')
  const isOurs = site === 'same-origin' || site === 'none'
  return isOurs && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** For forms that nobody is signed in for yet: refused when the browser says that another site sends them. */
export const refuseOtherSites = (request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') || (origin !== undefined && hostOf(origin) !== request.host)
  if (foreign) throw new CsrfError('missing')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
