import type { FastifyRequest } from 'fastify'
import { BodyError, forbidden, MessageError } from '#core/errors.ts'
import { scopeOf } from '#core/access/scopes.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { isReadOnly } from '#core/access/read-only.ts'
import { t } from '#core/i18n/t.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { publicPrincipal } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import { csrfField, csrfHeader, requireCsrfToken, requireSameOrigin, isForm } from './csrf.ts'
import { guestToken } from './guest-token.ts'
import { identify } from './identify.ts'

/**
 * Identifies the caller, checks the CSRF token of a cookie write, and checks the route's permission pair.
 * @throws CsrfError, BodyError 401, 403 or 422, MessageError 403
 */
export const authorize = async (ctx: Context, route: RouteOptions, request: FastifyRequest): Promise<Principal> => {
  const principal = await identifyOrPublic(ctx, route, request)
  if (principal.kind === 'user' && principal.viewedBy && !isReadOnly(route)) throw viewError()
  if (!isInScope(route, principal)) throw scopeError(route, principal)
  if (isCookieWrite(route, principal)) {
    if (route.writes) requireSameOrigin(request)
    else if (!isForm(request) || csrfHeader(request) !== null) requireCsrfToken(ctx, request, csrfHeader(request))
  }
  if (route.access === 'public') return principal
  if (principal.kind !== 'public' && principal.kind !== 'guest' && route.access === 'user') return principal
  if (route.access !== 'user' && hasPair(principal, route.access[0], route.access[1])) return principal
  throw principal.kind === 'public' ? unauthorizedError(route) : forbiddenError(route)
}

/** Checks the CSRF token of a form that carries it as a field, which is known only once the body is read. */
export const requireCsrfField = (ctx: Context, route: RouteOptions, request: FastifyRequest, principal: Principal): void => {
  if (isCookieWrite(route, principal) && !route.writes && isForm(request) && csrfHeader(request) === null) {
    requireCsrfToken(ctx, request, csrfField(request))
  }
}

/**
 * On a public route an invalid token, or one for other uses, counts as no token; that of a guest does not, whose page has to get another
 * one.
 */
const identifyOrPublic = async (ctx: Context, route: RouteOptions, request: FastifyRequest): Promise<Principal> => {
  if (route.access !== 'public' || guestToken(request) !== null) return identify(ctx, request)
  try {
    const principal = await identify(ctx, request)
    return isInScope(route, principal) ? principal : publicPrincipal(ctx)
  } catch (error) {
    if (error instanceof BodyError) return publicPrincipal(ctx)
    throw error
  }
}

/** Whether an API token of these scopes may use a route; other callers may use all but SCIM. */
const isInScope = (route: RouteOptions, principal: Principal): boolean => {
  const scope = scopeOf(route)
  if (principal.kind === 'public') return true
  if (principal.kind !== 'user' || !principal.scopes) return scope !== 'scim'
  return scope !== null && principal.scopes.includes(scope)
}

const scopeError = (route: RouteOptions, principal: Principal) => {
  const scope = scopeOf(route)
  const isToken = principal.kind === 'user' && principal.scopes !== undefined
  if (!isToken) return new BodyError(403, { msg: t('This needs an API token with the scope %(scope)s.', { scope: scope ?? '' }) })
  return new BodyError(403, {
    msg: scope === null ? t('API tokens cannot be used for this.') : t('The API token lacks the scope %(scope)s.', { scope }),
  })
}

const viewError = () => new MessageError(403, t('Nothing can be changed while you look at this as somebody else.'))

const isCookieWrite = (route: RouteOptions, principal: Principal): boolean =>
  principal.kind === 'user' && principal.via === 'session' && !route.csrfExempt && (route.method !== 'GET' || route.writes === true)

const accessIsDenied = { message: 'Access is Denied', severity: 'danger' }

const unauthorizedError = (route: RouteOptions) =>
  new BodyError(401, route.refuses ? accessIsDenied : { msg: 'Missing Authorization Header' })

const forbiddenError = (route: RouteOptions) => (route.refuses ? new BodyError(403, accessIsDenied) : forbidden())
