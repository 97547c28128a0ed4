import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { BodyError } from '#core/errors.ts'
import type { UserPrincipal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { derivedKey } from '../../secrets/secrets.ts'
import { userRights } from '../principals.ts'

export type TokenType = 'access' | 'refresh'

/** In milliseconds. */
const lifespan: Record<TokenType, number> = { access: 15 * 60_000, refresh: 30 * 86_400_000 }

const keyOf = (ctx: Context) => derivedKey(ctx.config.secretKey, 'token')

/** A signed bearer token. It ends with its time, with the account, and with the password it was made under. */
export const issueToken = async (ctx: Context, userId: number, type: TokenType, fresh: boolean): Promise<string> => {
  const rights = await userRights(ctx, userId)
  return new SignJWT({ type, fresh, stamp: rights?.stamp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(userId))
    .setJti(randomUUID())
    .setIssuedAt(ctx.now())
    .setNotBefore(ctx.now())
    .setExpirationTime(new Date(ctx.now().getTime() + lifespan[type]))
    .sign(keyOf(ctx))
}

const refused = (status: 401 | 422, msg: string, cause?: unknown) => new BodyError(status, { msg }, { cause })

/** @throws BodyError 422 for what is no token of the wanted type, 401 for one that is over. */
export const readToken = async (ctx: Context, text: string, wanted: TokenType): Promise<UserPrincipal> => {
  const payload = await verify(ctx, text)
  if (payload['type'] !== wanted) {
    throw refused(422, wanted === 'refresh' ? 'Only refresh tokens are allowed' : 'Only non-refresh tokens are allowed')
  }
  const rights = await userRights(ctx, Number(payload.sub))
  if (!rights || rights.stamp !== payload['stamp']) throw refused(401, 'Token has been revoked')
  return { ...rights.user, via: 'bearer' }
}

/** Signatures that were checked already; a token still ends with its time. */
const checked = new WeakMap<Db, Map<string, JWTPayload>>()
const mostChecked = 1000

const verify = async (ctx: Context, text: string): Promise<JWTPayload> => {
  const memory = checked.get(ctx.db) ?? new Map<string, JWTPayload>()
  const known = memory.get(text)
  if (known && (known.exp ?? 0) * 1000 > ctx.now().getTime()) return known
  const payload = await checkedPayload(ctx, text)
  if (memory.size >= mostChecked) memory.clear()
  checked.set(ctx.db, memory.set(text, payload))
  return payload
}

const checkedPayload = async (ctx: Context, text: string): Promise<JWTPayload> => {
  try {
    const { payload } = await jwtVerify(text, keyOf(ctx), {
      algorithms: ['HS256'],
      currentDate: ctx.now(),
      requiredClaims: ['sub', 'exp', 'type'],
    })
    return payload
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw refused(401, 'Token has expired', cause)
    if (cause instanceof errors.JWTClaimValidationFailed) throw refused(422, `The token is not valid (${cause.claim})`, cause)
    if (cause instanceof errors.JWSSignatureVerificationFailed) throw refused(422, 'Signature verification failed', cause)
    throw refused(422, text.split('.').length === 3 ? 'Invalid header padding' : 'Not enough segments', cause)
  }
}
