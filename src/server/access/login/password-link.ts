import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { derivedKey } from '../../secrets/secrets.ts'

const lifetimeMs = 3_600_000
const audience = 'password-link'
const claims = z.object({ sub: z.string(), state: z.string() })

type Account = Pick<Row<'users'>, 'id' | 'password' | 'email'>
type Signing = Pick<Context, 'config' | 'now'>

const keyOf = ({ config }: Pick<Context, 'config'>) => derivedKey(config.secretKey, 'password link')

/** Changes with the password and the address, so that a link counts once, and not after either has changed. */
const stateOf = (ctx: Pick<Context, 'config'>, { id, password, email }: Account) =>
  createHmac('sha256', keyOf(ctx))
    .update(JSON.stringify([id, password, email]))
    .digest('base64url')

/** A token by which the password of an account can be set once, within an hour. */
export const issuePasswordToken = (ctx: Signing, account: Account): Promise<string> =>
  new SignJWT({ state: stateOf(ctx, account) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(account.id))
    .setAudience(audience)
    .setExpirationTime(new Date(ctx.now().getTime() + lifetimeMs))
    .sign(keyOf(ctx))

const readClaims = async (ctx: Signing, token: string) => {
  try {
    const { payload } = await jwtVerify(token, keyOf(ctx), {
      algorithms: ['HS256'],
      audience,
      currentDate: ctx.now(),
      requiredClaims: ['exp'],
    })
    return claims.parse(payload)
  } catch {
    return null
  }
}

/** The active account of a token; null once it was used, is too old, or is none of ours. */
export const accountOfPasswordToken = async (ctx: Signing & Pick<Context, 'db'>, token: string): Promise<Row<'users'> | null> => {
  const read = await readClaims(ctx, token)
  if (!read) return null
  const account = await ctx.db.selectFrom('users').selectAll().where('id', '=', Number(read.sub)).where('active', '=', 1).executeTakeFirst()
  if (!account) return null
  const [given, expected] = [Buffer.from(read.state), Buffer.from(stateOf(ctx, account))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? account : null
}
