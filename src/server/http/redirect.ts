import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { pageLoginPath } from './caller/login-path.ts'
import { ensureVisitorCookie } from './caller/session-cookie.ts'

/** Redirects, with a short HTML body for clients that do not follow redirects. */
export const sendRedirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(302).header('location', location).type('text/html; charset=utf-8').send('<!doctype html><title>Redirecting...</title>')

/** Sends an anonymous visitor to the login page, from where they return to the requested page. */
export const redirectToLogin = (ctx: Context, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  ensureVisitorCookie(ctx, request, reply)
  return sendRedirect(reply, pageLoginPath(ctx.config, request.url))
}
