import { jwtVerify, SignJWT } from 'jose'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { derivedKey } from '../../secrets/secrets.ts'
import type { Journey } from './oidc.ts'

/** A cookie that the browser brings back from the provider. It is signed, so that it is worth nothing in another installation. */
const name = 'sign_in'
const lifetimeSeconds = 600

const keyOf = ({ config }: Context) => derivedKey(config.secretKey, 'sign-in')

const attributes = ({ config }: Context, request: FastifyRequest) => ({
  path: config.basePath || '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.secureCookies ?? request.protocol === 'https',
})

const journeyShape = z.object({ provider: z.string(), state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() })

export const setJourney = async (ctx: Context, request: FastifyRequest, reply: FastifyReply, journey: Journey): Promise<void> => {
  const value = await new SignJWT(journey)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(new Date(ctx.now().getTime() + lifetimeSeconds * 1000))
    .sign(keyOf(ctx))
  reply.setCookie(name, value, { ...attributes(ctx, request), maxAge: lifetimeSeconds })
}

/** The journey that the browser began, once; null without one that is ours and recent. */
export const takeJourney = async (ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<Journey | null> => {
  const value = request.cookies[name]
  reply.clearCookie(name, attributes(ctx, request))
  if (value === undefined) return null
  try {
    const { payload } = await jwtVerify(value, keyOf(ctx), { algorithms: ['HS256'], currentDate: ctx.now() })
    return journeyShape.parse(payload)
  } catch {
    return null
  }
}
