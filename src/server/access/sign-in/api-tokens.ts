import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ApiToken } from '#api/api-token.ts'
import type { apiTokenBody } from '#api/bodies/sign-in/api-token.ts'
import { scopes, type Scope } from '#core/access/scopes.ts'
import type { UserPrincipal } from '#core/access/principal.ts'
import { BodyError } from '#core/errors.ts'
import { logAction } from '../log-action.ts'
import { newToken } from '../login/sessions.ts'
import { userRights } from '../principals.ts'
import type { Context } from '../../context.ts'
import { ignoreDiskFull } from '../../db/disk-full.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'

/** Tells API tokens from log-in tokens, and lets scanners for secrets find them. */
const prefix = 'chartroom_'
const dayMs = 86_400_000
/** How old the recorded last use may be. */
const usedOnPrecisionMs = 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const isApiToken = (text: string): boolean => text.startsWith(prefix)

const readScopes = (text: string): Scope[] => {
  const stored: unknown = JSON.parse(text)
  return scopes.filter((scope) => Array.isArray(stored) && stored.includes(scope))
}

const shown = ({ id, name, hint, scopes: stored, created_on, expires_on, used_on }: Row<'api_tokens'>): ApiToken => ({
  id,
  name,
  hint,
  scopes: readScopes(stored),
  created_on,
  expires_on,
  used_on,
})

export const apiTokensOf = async ({ db }: Pick<Context, 'db'>, userId: number): Promise<ApiToken[]> =>
  (await db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()).map(shown)

/** Makes a token; only its hash is stored. */
export const createApiToken = async (
  ctx: Context,
  by: UserPrincipal,
  { name, scopes: chosen, days }: z.output<typeof apiTokenBody>,
): Promise<{ token: string; result: ApiToken }> => {
  const token = prefix + newToken()
  const now = ctx.now()
  const row = await transact(ctx.db, async (trx) => {
    const made = await trx
      .insertInto('api_tokens')
      .values({
        user_id: by.id,
        name,
        hash: hashOf(token),
        hint: token.slice(-4),
        scopes: JSON.stringify(chosen),
        created_on: now.toISOString(),
        expires_on: days === null ? null : new Date(now.getTime() + days * dayMs).toISOString(),
        used_on: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await logAction(trx, { action: 'api_token.create', now, by, json: { id: made.id, scopes: chosen, days } })
    return made
  })
  return { token, result: shown(row) }
}

/** False unless the token belonged to the person. */
export const revokeApiToken = (ctx: Context, by: UserPrincipal, id: number): Promise<boolean> =>
  transact(ctx.db, async (trx) => {
    const revoked = await trx.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', by.id).executeTakeFirst()
    if (revoked.numDeletedRows === 1n) await logAction(trx, { action: 'api_token.revoke', now: ctx.now(), by, json: { id } })
    return revoked.numDeletedRows === 1n
  })

/** The person behind an API token, with its scopes. @throws BodyError 401 for an unknown, revoked or expired one */
export const readApiToken = async (ctx: Context, token: string): Promise<UserPrincipal> => {
  const row = await ctx.db.selectFrom('api_tokens').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst()
  const rights = row && (await userRights(ctx, row.user_id))
  if (!rights) throw new BodyError(401, { msg: 'Token has been revoked' })
  const now = ctx.now()
  if (row.expires_on !== null && row.expires_on <= now.toISOString()) throw new BodyError(401, { msg: 'Token has expired' })
  if (row.used_on === null || now.getTime() - Date.parse(row.used_on) > usedOnPrecisionMs) {
    const used = ctx.db.updateTable('api_tokens').set({ used_on: now.toISOString() }).where('id', '=', row.id)
    await ignoreDiskFull(() => used.execute())
  }
  return { ...rights.user, via: 'bearer', scopes: readScopes(row.scopes) }
}
