import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../context.ts'
import { derivedKey } from '../../secrets/secrets.ts'

export const deviceDays = 180
const audience = 'device'

type Signing = Pick<Context, 'config' | 'now'>

const keyOf = ({ config }: Pick<Context, 'config'>) => derivedKey(config.secretKey, 'device')

/** Proves that an account has logged in in a browser. It opens nothing; attempts there are counted by themselves. */
export const issueDeviceToken = (ctx: Signing, userId: number): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(userId))
    .setJti(randomUUID())
    .setAudience(audience)
    .setExpirationTime(new Date(ctx.now().getTime() + deviceDays * 86_400_000))
    .sign(keyOf(ctx))

/** What a device that the account has used is called; null for any other. */
export const deviceOf = async (ctx: Signing, token: string | undefined, userId: number): Promise<string | null> => {
  if (token === undefined) return null
  try {
    const checks = { algorithms: ['HS256'], audience, currentDate: ctx.now(), requiredClaims: ['exp', 'jti'] }
    const { payload } = await jwtVerify(token, keyOf(ctx), checks)
    return payload.sub === String(userId) ? (payload.jti ?? null) : null
  } catch {
    return null
  }
}
