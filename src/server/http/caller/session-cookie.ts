import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserPrincipal } from '#core/access/principal.ts'
import { deviceDays, issueDeviceToken } from '../../access/login/device.ts'
import { endSession, startSession } from '../../access/login/sessions.ts'
import type { Context } from '../../context.ts'
import { sessionCookie } from './identify.ts'

/** Kept after logging out. */
export const deviceCookie = 'device'

const daySeconds = 86_400

const cookieAttributes = ({ config }: Context, request: FastifyRequest) => ({
  path: config.basePath || '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.secureCookies ?? request.protocol === 'https',
})

const persistentAttributes = (ctx: Context, request: FastifyRequest) => ({
  ...cookieAttributes(ctx, request),
  maxAge: ctx.config.sessionDays * daySeconds,
})

/** Starts a session with a new token and ends the previous one, which prevents session fixation. */
export const signIn = async (
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  who: number | { userId: number; provider: { name: string; idToken: string | undefined } },
): Promise<string> => {
  const { userId, ...rest } = typeof who === 'number' ? { userId: who } : who
  const previous = request.cookies[sessionCookie]
  if (previous) await endSession(ctx, previous)
  const token = await startSession(ctx, userId, {
    address: request.ip,
    agent: request.headers['user-agent'] ?? null,
    ...rest,
  })
  reply.setCookie(sessionCookie, token, persistentAttributes(ctx, request))
  const device = await issueDeviceToken(ctx, userId)
  reply.setCookie(deviceCookie, device, { ...cookieAttributes(ctx, request), maxAge: deviceDays * daySeconds })
  return token
}

export const signOut = async (ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const token = request.cookies[sessionCookie]
  if (token) await endSession(ctx, token)
  reply.clearCookie(sessionCookie, cookieAttributes(ctx, request))
}

/** The visitor's session cookie, or a new one without a session: CSRF tokens of forms and bearer clients are derived from it. */
export const visitorToken = (ctx: Context, request: FastifyRequest, reply: FastifyReply): string => {
  const known = request.cookies[sessionCookie]
  if (known) return known
  const token = randomUUID()
  request.cookies[sessionCookie] = token
  reply.setCookie(sessionCookie, token, cookieAttributes(ctx, request))
  return token
}

/**
 * Sets a session cookie for a caller without one, and renews that of a bearer client. Not for requests from another site: there the
 * browser withholds a cookie that it may well have.
 */
export const ensureVisitorCookie = (ctx: Context, request: FastifyRequest, reply: FastifyReply): void => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return
  const known = request.cookies[sessionCookie]
  if (!known) visitorToken(ctx, request, reply)
  else if (request.headers.authorization !== undefined) reply.setCookie(sessionCookie, known, persistentAttributes(ctx, request))
}

/** The session that this user is authenticated by, if it is a session. */
export const sessionToken = (request: FastifyRequest, user: UserPrincipal): string | undefined =>
  user.via === 'session' ? request.cookies[sessionCookie] : undefined
