import { afterAll, beforeAll, expect, it } from 'vitest'
import { nobody } from '#core/access/principal.ts'
import { adminOf } from '../testing/test-people.ts'
import { userPrincipal } from '../access/principals.ts'
import type { ChangeEvent } from './change.ts'
import { testContext } from '../testing/test-context.ts'
import { change, etag, type ChangeScope, type Writer } from './change.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let writer: Writer
const events: ChangeEvent[] = []

beforeAll(async () => {
  ctx = await testContext()
  ctx.events.subscribe((event) => {
    if (event.type === undefined) events.push(event)
  })
  const principal = await userPrincipal(ctx, await adminOf(ctx), 'bearer')
  writer = { principal: principal ?? nobody, how: 'api' }
})
afterAll(() => ctx.close())

const insert = async (scope: ChangeScope, title: string): Promise<number> => {
  const empty = { slug: null, description: null, css: null, position_json: null, json_metadata: null, theme_id: null, external_url: null }
  const { id } = await scope.trx
    .insertInto('dashboards')
    .values({ ...scope.stamp(), ...empty, certified_by: null, certification_details: null, deleted_at: null, dashboard_title: title })
    .returning('id')
    .executeTakeFirstOrThrow()
  await scope.record({ kind: 'dashboard', id, action: 'create', state: { title } })
  return id
}

const rename = (id: number, title: string, ifMatch?: string) =>
  change(ctx, { ...writer, ifMatch }, async (scope) => {
    await scope.expect('dashboard', id)
    await scope.trx.updateTable('dashboards').set({ dashboard_title: title }).where('id', '=', id).execute()
    return scope.record({ kind: 'dashboard', id, action: 'update', state: { title } })
  })

it('every change adds a version and an action log entry and publishes one event', async () => {
  events.length = 0
  const id = await change(ctx, writer, (scope) => insert(scope, 'a'))
  expect(await rename(id, 'b')).toBe(2)
  const versions = await ctx.db
    .selectFrom('versions')
    .selectAll()
    .where('kind', '=', 'dashboard')
    .where('object_id', '=', id)
    .orderBy('version')
    .execute()
  expect(versions.map(({ version, action, how, state }) => [version, action, how, JSON.parse(state)])).toEqual([
    [1, 'create', 'api', { title: 'a' }],
    [2, 'update', 'api', { title: 'b' }],
  ])
  const log = await ctx.db.selectFrom('action_log').select('action').where('dashboard_id', '=', id).orderBy('id').execute()
  expect(log.map(({ action }) => action)).toEqual(['dashboard.create', 'dashboard.update'])
  expect(events.map(({ kind, id: about, action, version }) => [kind, about, action, version])).toEqual([
    ['dashboard', id, 'create', 1],
    ['dashboard', id, 'update', 2],
  ])
})

it('rolls back a change that fails half-way', async () => {
  events.length = 0
  const before = await ctx.db
    .selectFrom('versions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const failing = change(ctx, writer, async (scope) => {
    await insert(scope, 'never')
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  expect(await ctx.db.selectFrom('dashboards').select('id').where('dashboard_title', '=', 'never').execute()).toEqual([])
  expect(
    await ctx.db
      .selectFrom('versions')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ).toEqual(before)
  expect(events).toEqual([])
})

it('rejects a save over a newer version, naming who changed it and when', async () => {
  const id = await change(ctx, writer, (scope) => insert(scope, 'c'))
  await rename(id, 'd', etag('dashboard', id, 1))
  await expect(rename(id, 'e', etag('dashboard', id, 1))).rejects.toMatchObject({
    status: 412,
    body: expect.stringMatching(/^This dashboard was changed by Admin at \d{4}-/),
  })
  expect(await rename(id, 'f', '*')).toBe(3)
})

it('accepts exactly one of many concurrent saves of one version', async () => {
  const id = await change(ctx, writer, (scope) => insert(scope, 'g'))
  const saves = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => rename(id, `h${i}`, etag('dashboard', id, 1))))
  const refused = saves.flatMap((save) => (save.status === 'rejected' ? [(save.reason as { status?: number }).status] : []))
  expect(refused).toEqual(Array.from({ length: 7 }, () => 412))
})
