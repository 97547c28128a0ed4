import type { FastifyRequest } from 'fastify'
import type { Principal } from '#core/access/principal.ts'
import { BodyError } from '#core/errors.ts'
import { publicPrincipal, userPrincipal } from '../../access/principals.ts'
import { guestPrincipal } from '../../access/login/guest-token.ts'
import { countWrongToken } from '../../access/login/login-limits.ts'
import { userOfSession } from '../../access/login/sessions.ts'
import { readToken } from '../../access/login/tokens.ts'
import type { Context } from '../../context.ts'
import { userOfHeader } from '../../access/sign-in/header.ts'
import { viewedBy } from '../../access/login/view-as.ts'
import { isApiToken, readApiToken } from '../../access/sign-in/api-tokens.ts'
import { guestToken } from './guest-token.ts'

export const sessionCookie = 'session'

/** The token of `Authorization: Bearer …`, or null without the header. @throws BodyError for another scheme or a malformed header */
export const bearerToken = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  if (header === undefined) return null
  const [scheme, token, ...rest] = header.split(' ')
  if (scheme !== 'Bearer') {
    throw new BodyError(401, { msg: "Missing 'Bearer' type in 'Authorization' header. Expected 'Authorization: Bearer <JWT>'" })
  }
  if (!token || rest.length > 0) throw new BodyError(422, { msg: "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'" })
  return token
}

/** Counts tokens that are none of ours; those that were and have ended are answered as they are. @throws TooManyAttempts */
export const countingWrong = async <T>(ctx: Context, request: FastifyRequest, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    const isWrong = error instanceof BodyError && (error.status === 422 || error.body['msg'] === 'Token has been revoked')
    if (isWrong) await countWrongToken(ctx, request.ip)
    throw error
  }
}

/**
 * The caller: by guest token, which grants least, else by bearer token, else as a trusted proxy says, else by session cookie, else the
 * public principal.
 */
export const identify = async (ctx: Context, request: FastifyRequest): Promise<Principal> => {
  const guest = guestToken(request)
  if (guest !== null) return guestPrincipal(ctx, guest)
  const bearer = bearerToken(request)
  if (bearer !== null)
    return countingWrong(ctx, request, () => (isApiToken(bearer) ? readApiToken(ctx, bearer) : readToken(ctx, bearer, 'access')))
  const named = await userOfHeader(ctx, request)
  if (named !== null) return (await userPrincipal(ctx, named, 'session')) ?? publicPrincipal(ctx)
  const session = request.cookies[sessionCookie]
  const userId = session ? await userOfSession(ctx, session) : null
  const own = userId !== null ? await userPrincipal(ctx, userId, 'session') : null
  if (!session || !own) return publicPrincipal(ctx)
  return (await viewedBy(ctx, session, own)) ?? own
}
