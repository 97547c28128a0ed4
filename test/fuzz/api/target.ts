import { randomBytes } from 'node:crypto'
import { createApp } from '../../../src/server/app.ts'
import { issueGuestToken } from '../../../src/server/access/login/guest-token.ts'
import type { App } from '../../../src/server/http/serve.ts'
import { sealSecrets } from '../../../src/server/resources/database/connection/secrets.ts'
import { testContext } from '../../../src/server/testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../../src/server/testing/test-people.ts'
import { makeThing, type World } from '../../api/access-matrix.things.ts'
import { forbiddenOf, type Forbidden } from './leaks.ts'
import { multipart } from './multipart.ts'

export type Kind = 'admin' | 'alpha' | 'gamma' | 'guest' | 'public'

export type Sender = Pick<Caller, 'inject'> & { id: number }

/** A server with a table, a chart and a dashboard over it, people of every kind, and secrets that no one may see. */
export type Target = {
  ctx: Awaited<ReturnType<typeof testContext>>
  app: App
  world: World
  forbidden: readonly Forbidden[]
  /** Somebody of that kind; another one after `renew`. */
  sender(kind: Kind): Promise<Sender>
  renew(kind: Kind): void
  close(): Promise<void>
}

const roles: Record<'admin' | 'alpha' | 'gamma', string[]> = { admin: ['Admin'], alpha: ['Alpha', 'sql_lab'], gamma: ['Gamma'] }

const rows = Array.from(
  { length: 200 },
  (_, i) => `${['north', 'south', 'east'][i % 3]},${i},2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
)

/** The table `gapminder` among the uploaded ones. */
const makeTable = async (ctx: Target['ctx'], admin: Caller): Promise<World> => {
  const bytes = Buffer.from(`region,amount,day\n${rows.join('\n')}\n`)
  const form = multipart({ type: 'csv', schema: 'main', table_name: 'gapminder' }, { file: { name: 'gapminder.csv', bytes } })
  const house = await ctx.db.selectFrom('databases').select(['id', 'database_name']).where('is_house', '=', 1).executeTakeFirstOrThrow()
  const made = await admin.inject({ method: 'POST', url: `/api/v1/database/${house.id}/upload/`, ...form })
  if (made.statusCode !== 201) throw new Error(`The table was not made: ${made.statusCode} ${made.body}`)
  const dataset = await ctx.db.selectFrom('datasets').select('id').where('table_name', '=', 'gapminder').executeTakeFirstOrThrow()
  return { database: { id: house.id, name: house.database_name }, gapminder: dataset.id, admin: admin.id }
}

/** A connection whose password no one may see. */
const plantConnection = async (ctx: Target['ctx'], world: World): Promise<string> => {
  const password = `planted-${randomBytes(8).toString('hex')}`
  const { id, uuid } = await makeThing(ctx, world, 'database', [world.admin])
  await ctx.db
    .updateTable('databases')
    .set({ secrets: sealSecrets(ctx, uuid, { password }) })
    .where('id', '=', id)
    .execute()
  return password
}

export const startTarget = async (): Promise<Target> => {
  const ctx = await testContext(['--admin-password', 'correct horse battery'])
  const app = await createApp(ctx)
  ctx.jobs.startWorking()
  const world = await makeTable(ctx, await as(ctx, app.server, await adminOf(ctx)))
  const planted = await plantConnection(ctx, world)
  const embedded = await makeThing(ctx, world, 'embedded', [world.admin])
  const senders = new Map<Kind, Promise<Sender>>()
  let made = 0

  const make = async (kind: Kind): Promise<Sender> => {
    if (kind === 'public') return { id: 0, inject: (options) => app.server.inject(options) }
    if (kind === 'guest') {
      const claims = { user: { username: 'guest' }, resources: [{ type: 'dashboard' as const, id: embedded.uuid }], rls_rules: [] }
      const token = await issueGuestToken(ctx, claims)
      return { id: 0, inject: (options) => app.server.inject({ ...options, headers: { ...options.headers, 'x-guesttoken': token } }) }
    }
    return as(ctx, app.server, await makePerson(ctx, `${kind}-${made++}`, roles[kind]))
  }

  return {
    ctx,
    app,
    world,
    forbidden: forbiddenOf(ctx, [planted]),
    sender: (kind) => {
      const found = senders.get(kind) ?? make(kind)
      senders.set(kind, found)
      return found
    },
    renew: (kind) => senders.delete(kind),
    close: async () => {
      await app.server.close()
      await ctx.close()
    },
  }
}
