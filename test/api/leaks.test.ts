import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson } from '../../src/server/testing/test-people.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeThing, makeWorld, secret, type Made, type Thing, type World } from './access-matrix.things.ts'

/** Whoever may see nothing finds a trace of nothing: every route that reads, on every kind of thing, and every list. */
let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World
const things = new Map<Thing, Made>()
const kinds: Thing[] = ['chart', 'dashboard', 'draft', 'dataset', 'database', 'gapminder', 'world', 'log', 'formData', 'explorePermalink']

beforeAll(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  const admin = await adminOf(ctx)
  world = await makeWorld(ctx, admin)
  for (const kind of kinds) things.set(kind, await makeThing(ctx, world, kind, [admin]))
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

const words: Record<string, string> = { type: 'table', kind: 'slice', table: 'gapminder', schema: 'public', column: 'owners' }

const addresses = (path: string): string[] => {
  if (!/:\w/.test(path))
    return [
      path,
      ...things.values().map(({ id }) => `${path}?slice_id=${id}&datasource_id=${id}&datasource_type=table&datasourceKey=${id}__table`),
    ]
  return things
    .values()
    .flatMap(({ id, uuid }) => [String(id), uuid].map((name) => path.replaceAll(/:(\w+)/g, (_whole, part: string) => words[part] ?? name)))
    .toArray()
}

it('the secret can be found by an admin', async () => {
  const admin = await as(ctx, app.server, await adminOf(ctx))
  for (const path of ['/api/v1/chart/', '/api/v1/dashboard/', '/api/v1/dataset/', '/api/v1/database/'])
    expect((await admin.get(path)).body).toContain(secret)
})

it.each(['gamma', 'noroles', 'public'])('%s', async (name) => {
  const roles: Record<string, string[]> = { gamma: ['Gamma'], noroles: ['None'] }
  const caller = roles[name] && (await as(ctx, app.server, await makePerson(ctx, name, roles[name])))
  const reads = app.routes.filter((route) => route.method === 'GET' && route.answers !== 'events' && route.path !== '/logout/')
  expect(reads.length).toBeGreaterThan(50)
  for (const url of reads.flatMap((route) => addresses(route.path))) {
    const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
    const answer = caller ? await caller.inject({ url, headers }) : await app.server.inject({ url, headers })
    expect(answer.body.includes(secret), `${url}: ${answer.body.slice(0, 300)}`).toBe(false)
    expect(answer.statusCode, url).toBeLessThan(500)
  }
})
