import type { FastifyReply, FastifyRequest } from 'fastify'
import { BodyError, forbidden } from '#core/errors.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import type { RouteOptions } from '#api/route.ts'
import type { Context } from '../context.ts'
import { demandCsrf, demandOwnPage } from './csrf.ts'
import { identify } from './identify.ts'

/**
 * Who the caller is, refused here when a cookie comes without its CSRF token or the route's permission pair is missing.
 * @throws CsrfError, BodyError 401 or 422, MessageError 403
 */
export const authorize = async (ctx: Context, route: RouteOptions, request: FastifyRequest, _reply: FastifyReply): Promise<Principal> => {
  const principal = await identify(ctx, request)
  if (principal.kind === 'user' && principal.via === 'session') {
    if (route.method !== 'GET' && !route.csrfExempt) demandCsrf(ctx, request)
    if (route.writes) demandOwnPage(request)
  }
  if (route.access === 'public') return principal
  if (principal.kind !== 'public' && route.access === 'user') return principal
  if (route.access !== 'user' && hasPair(principal, route.access[0], route.access[1])) return principal
  throw principal.kind === 'public' ? unauthorized(route) : denied(route)
}

const accessIsDenied = { message: 'Access is Denied', severity: 'danger' }

const unauthorized = (route: RouteOptions) => new BodyError(401, route.refuses ? accessIsDenied : { msg: 'Missing Authorization Header' })

const denied = (route: RouteOptions) => (route.refuses ? new BodyError(403, accessIsDenied) : forbidden())
