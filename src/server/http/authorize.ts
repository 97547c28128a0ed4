import type { FastifyReply, FastifyRequest } from 'fastify'
import { BodyError, forbidden } from '#core/errors.ts'
import { hasPair, nobody, type Principal } from '#core/access/principal.ts'
import type { RouteOptions } from '#api/route.ts'
import type { Context } from '../context.ts'

/** Who the caller is, refused here when the route's permission pair is missing. */
export const authorize = async (_ctx: Context, route: RouteOptions, _request: FastifyRequest, _reply: FastifyReply): Promise<Principal> => {
  const principal: Principal = nobody
  if (route.access === 'public') return principal
  if (route.access === 'user' || !hasPair(principal, route.access[0], route.access[1])) {
    throw principal.kind === 'public' ? new BodyError(401, { msg: 'Missing Authorization Header' }) : forbidden()
  }
  return principal
}
