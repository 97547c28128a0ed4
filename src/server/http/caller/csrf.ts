import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { isCsrfToken } from '../../access/login/sessions.ts'
import type { Context } from '../../context.ts'
import { sessionCookie } from './identify.ts'

/** A cookie write without a valid CSRF token. */
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
export const requireCsrfToken = (ctx: Context, request: FastifyRequest, token: string | null): void => {
  if (token === null) throw new CsrfError('missing')
  if (!isCsrfToken(ctx, request.cookies[sessionCookie] ?? '', token)) throw new CsrfError('invalid')
}

/** For a GET that writes: the browser must send `Sec-Fetch-Site: same-origin`. */
export const requireSameOrigin = ({ headers }: FastifyRequest): void => {
  // An image or stylesheet URL in user content is requested by our own page too, but not by its scripts.
  const isFromScript = (headers['sec-fetch-dest'] ?? 'empty') === 'empty'
  if (headers['sec-fetch-site'] !== 'same-origin' || !isFromScript) throw new CsrfError('missing')
}

/**
 * Whether a person navigates to the address, from our own pages or by typing it: not a link on another site, and not an image,
 * stylesheet or frame. Browsers omit the Sec-Fetch headers over plain http: then `Accept` must name HTML or JSON, which image requests do
 * not. Programs that are no browser, as scripts that log in and out, visit only what they mean to.
 */
export const isPageVisit = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site']
  if (site === undefined) return !isBrowser(headers['user-agent']) || /\b(text\/html|application\/json)\b/.test(headers.accept ?? '')
  const isOurs = site === 'same-origin' || site === 'none'
  return isOurs && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Every browser names itself so. */
const isBrowser = (agent: string | undefined): boolean => agent === undefined || agent.startsWith('Mozilla/')

/** For forms that are sent before login, such as the login form. @throws CsrfError when another site sends it */
export const rejectOtherSites = (request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') || (origin !== undefined && hostOf(origin) !== request.host)
  if (isForeign) throw new CsrfError('missing')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
