import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { BodyError } from '#core/errors.ts'
import type { UserPrincipal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { derivedKey } from '../../secrets/secrets.ts'
import { userRights } from '../principals.ts'

export type TokenType = 'access' | 'refresh'

const lifetimeMs: Record<TokenType, number> = { access: 15 * 60_000, refresh: 30 * 86_400_000 }

const keyOf = (ctx: Context) => derivedKey(ctx.config.secretKey, 'token')

/** A signed bearer token. It is valid until it expires, the account is deactivated, or the password changes. */
export const issueToken = async (ctx: Context, userId: number, type: TokenType, fresh: boolean): Promise<string> => {
  const rights = await userRights(ctx, userId)
  return new SignJWT({ type, fresh, stamp: rights?.stamp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(userId))
    .setJti(randomUUID())
    .setIssuedAt(ctx.now())
    .setNotBefore(ctx.now())
    .setExpirationTime(new Date(ctx.now().getTime() + lifetimeMs[type]))
    .sign(keyOf(ctx))
}

const tokenError = (status: 401 | 422, msg: string, cause?: unknown) => new BodyError(status, { msg }, { cause })

/** @throws BodyError 422 for an invalid token or one of another type, 401 for an expired or revoked one */
export const readToken = async (ctx: Context, text: string, wanted: TokenType): Promise<UserPrincipal> => {
  const payload = await verify(ctx, text)
  if (payload['type'] !== wanted) {
    throw tokenError(422, wanted === 'refresh' ? 'Only refresh tokens are allowed' : 'Only non-refresh tokens are allowed')
  }
  const rights = await userRights(ctx, Number(payload.sub))
  if (!rights || rights.stamp !== payload['stamp']) throw tokenError(401, 'Token has been revoked')
  return { ...rights.user, via: 'bearer' }
}

/** Payloads of tokens whose signature was verified before; expiry is checked every time. */
const verifiedTokens = new WeakMap<Db, Map<string, JWTPayload>>()
const maxVerifiedTokens = 1000

const verify = async (ctx: Context, text: string): Promise<JWTPayload> => {
  const memory = verifiedTokens.get(ctx.db) ?? new Map<string, JWTPayload>()
  const known = memory.get(text)
  if (known && (known.exp ?? 0) * 1000 > ctx.now().getTime()) return known
  const payload = await verifyPayload(ctx, text)
  if (memory.size >= maxVerifiedTokens) memory.clear()
  verifiedTokens.set(ctx.db, memory.set(text, payload))
  return payload
}

const verifyPayload = async (ctx: Context, text: string): Promise<JWTPayload> => {
  try {
    const { payload } = await jwtVerify(text, keyOf(ctx), {
      algorithms: ['HS256'],
      currentDate: ctx.now(),
      requiredClaims: ['sub', 'exp', 'type'],
    })
    return payload
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw tokenError(401, 'Token has expired', cause)
    if (cause instanceof errors.JWTClaimValidationFailed) throw tokenError(422, `The token is not valid (${cause.claim})`, cause)
    if (cause instanceof errors.JWSSignatureVerificationFailed) throw tokenError(422, 'Signature verification failed', cause)
    throw tokenError(422, text.split('.').length === 3 ? 'Invalid header padding' : 'Not enough segments', cause)
  }
}
