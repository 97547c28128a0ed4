import type { FastifyRequest } from 'fastify'
import { BodyError, forbidden } from '#core/errors.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { publicPrincipal } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import { csrfField, csrfHeader, demandCsrf, demandOwnPage, isForm } from './csrf.ts'
import { identify } from './identify.ts'

/**
 * Who the caller is, refused here when a cookie comes without its CSRF token or the route's permission pair is missing.
 * @throws CsrfError, BodyError 401 or 422, MessageError 403
 */
export const authorize = async (ctx: Context, route: RouteOptions, request: FastifyRequest): Promise<Principal> => {
  const principal = await whoever(ctx, route, request)
  if (isCookieWrite(route, principal)) {
    if (route.writes) demandOwnPage(request)
    else if (!isForm(request) || csrfHeader(request) !== null) demandCsrf(ctx, request, csrfHeader(request))
  }
  if (route.access === 'public') return principal
  if (principal.kind !== 'public' && route.access === 'user') return principal
  if (route.access !== 'user' && hasPair(principal, route.access[0], route.access[1])) return principal
  throw principal.kind === 'public' ? unauthorized(route) : denied(route)
}

/** A form may carry its CSRF token as a field, which is known once the body is read. */
export const demandCsrfField = (ctx: Context, route: RouteOptions, request: FastifyRequest, principal: Principal): void => {
  if (isCookieWrite(route, principal) && !route.writes && isForm(request) && csrfHeader(request) === null) {
    demandCsrf(ctx, request, csrfField(request))
  }
}

/** A route that is open to all takes a bad token for none. */
const whoever = async (ctx: Context, route: RouteOptions, request: FastifyRequest): Promise<Principal> => {
  if (route.access !== 'public') return identify(ctx, request)
  try {
    return await identify(ctx, request)
  } catch (error) {
    if (error instanceof BodyError) return publicPrincipal(ctx)
    throw error
  }
}

const isCookieWrite = (route: RouteOptions, principal: Principal): boolean =>
  principal.kind === 'user' && principal.via === 'session' && !route.csrfExempt && (route.method !== 'GET' || route.writes === true)

const accessIsDenied = { message: 'Access is Denied', severity: 'danger' }

const unauthorized = (route: RouteOptions) => new BodyError(401, route.refuses ? accessIsDenied : { msg: 'Missing Authorization Header' })

const denied = (route: RouteOptions) => (route.refuses ? new BodyError(403, accessIsDenied) : forbidden())
