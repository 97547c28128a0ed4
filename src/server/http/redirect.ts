import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { pageLoginPath } from './caller/login-path.ts'
import { giveVisitorCookie } from './caller/session-cookie.ts'

/** A redirection with the few words that a program without redirections shows. */
export const sendRedirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(302).header('location', location).type('text/html; charset=utf-8').send('<!doctype html><title>Redirecting...</title>')

/** Whoever opens a page and is nobody signs in first, and comes back. */
export const redirectToLogin = (ctx: Context, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  giveVisitorCookie(ctx, request, reply)
  return sendRedirect(reply, pageLoginPath(ctx.config, request.url))
}
