import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { ensurePairId } from '../access/object-pairs.ts'
import { clearRightsCache } from '../access/principals.ts'
import { csrfToken, startSession } from '../access/login/sessions.ts'
import { issueToken } from '../access/login/tokens.ts'
import type { Context } from '../context.ts'

type Way = 'session' | 'bearer'

export type Caller = {
  id: number
  inject(options: InjectOptions, way?: Way): Promise<LightMyRequestResponse>
  get(path: string): Promise<LightMyRequestResponse>
  post(path: string, json?: object): Promise<LightMyRequestResponse>
  put(path: string, json?: object): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
}

/** The account that the first start creates. */
export const adminOf = async (ctx: Context): Promise<number> =>
  (await ctx.db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()).id

/** Creates an account with roles by name, created if missing; `pairs` are granted through an extra role. */
export const makePerson = async (
  ctx: Context,
  username: string,
  roles: string[],
  pairs: (readonly [permission: string, view: string])[] = [],
): Promise<number> => {
  const now = ctx.now().toISOString()
  const named = username.charAt(0).toUpperCase() + username.slice(1)
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      username,
      first_name: named,
      last_name: 'Check',
      email: `${username}@example.org`,
      password: null,
      last_login: null,
      preferences: null,
      created_on: now,
      changed_on: now,
      created_by_fk: null,
      changed_by_fk: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = pairs.length > 0 ? [`pairs of ${username}`] : []
  for (const name of [...roles, ...own]) {
    await ctx.db
      .insertInto('roles')
      .values({ name })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const role = await ctx.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    await ctx.db.insertInto('user_roles').values({ user_id: id, role_id: role.id }).execute()
    if (own.includes(name)) for (const [permission, view] of pairs) await grant(ctx, role.id, permission, view)
  }
  clearRightsCache(ctx)
  return id
}

const grant = async ({ db }: Context, roleId: number, permission: string, view: string) => {
  const id = await ensurePairId(db, permission, view)
  await db.insertInto('role_permissions').values({ role_id: roleId, permission_view_id: id }).execute()
}

/** Sends requests as a user: by cookie with CSRF token, or by bearer token. */
export const as = async (ctx: Context, app: FastifyInstance, userId: number): Promise<Caller> => {
  const session = await startSession(ctx, userId, { address: null, agent: null })
  const bearer = await issueToken(ctx, userId, 'access', true)
  const proof: Record<Way, Record<string, string>> = {
    session: { cookie: `session=${session}`, 'x-csrftoken': csrfToken(ctx, session) },
    bearer: { authorization: `Bearer ${bearer}` },
  }
  const inject = (options: InjectOptions, way: Way = 'session') =>
    app.inject({ ...options, headers: { accept: 'application/json', ...proof[way], ...options.headers } })
  const send =
    (method: 'POST' | 'PUT') =>
    (path: string, json: object = {}) =>
      inject({ method, url: path, payload: json })
  return {
    id: userId,
    inject,
    get: (path) => inject({ method: 'GET', url: path }),
    post: send('POST'),
    put: send('PUT'),
    delete: (path) => inject({ method: 'DELETE', url: path }),
  }
}
