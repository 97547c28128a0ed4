import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserPrincipal } from '#core/access/principal.ts'
import { endSession, startSession } from '../../access/login/sessions.ts'
import type { Context } from '../../context.ts'
import { sessionCookie } from './identify.ts'

const day = 86_400

const attributes = ({ config }: Context, request: FastifyRequest) => ({
  path: config.basePath || '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.secureCookies ?? request.protocol === 'https',
})

const lasting = (ctx: Context, request: FastifyRequest) => ({ ...attributes(ctx, request), maxAge: ctx.config.sessionDays * day })

/** Signs a person in under a new token; the one that came along ends, so that nobody can have planted it. */
export const signIn = async (ctx: Context, request: FastifyRequest, reply: FastifyReply, userId: number): Promise<string> => {
  const before = request.cookies[sessionCookie]
  if (before) await endSession(ctx, before)
  const token = await startSession(ctx, userId, { address: request.ip, agent: request.headers['user-agent'] ?? null })
  reply.setCookie(sessionCookie, token, lasting(ctx, request))
  return token
}

export const signOut = async (ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const token = request.cookies[sessionCookie]
  if (token) await endSession(ctx, token)
  reply.clearCookie(sessionCookie, attributes(ctx, request))
}

/** The cookie of this visitor, or one that belongs to nobody yet: forms and bearer clients get a CSRF token for it. */
export const visitorToken = (ctx: Context, request: FastifyRequest, reply: FastifyReply): string => {
  const known = request.cookies[sessionCookie]
  if (known) return known
  const token = randomUUID()
  request.cookies[sessionCookie] = token
  reply.setCookie(sessionCookie, token, attributes(ctx, request))
  return token
}

/**
 * Who comes without a cookie is given one of nobody's, and a bearer client its own once more. Not so when another site sends them:
 * the browser then keeps the cookie back that it has.
 */
export const giveVisitorCookie = (ctx: Context, request: FastifyRequest, reply: FastifyReply): void => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return
  const known = request.cookies[sessionCookie]
  if (!known) visitorToken(ctx, request, reply)
  else if (request.headers.authorization !== undefined) reply.setCookie(sessionCookie, known, lasting(ctx, request))
}

/** The cookie by which this person proved who they are. */
export const sessionOf = (request: FastifyRequest, user: UserPrincipal): string | undefined =>
  user.via === 'session' ? request.cookies[sessionCookie] : undefined
