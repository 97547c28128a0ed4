import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageOf } from '../../src/core/pages.ts'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'

/** Every address of 6.1, from its OpenAPI document and the list of endpoints beside it: what is not built is 404, and nothing else's. */
const folder = join(import.meta.dirname, '../conformance/api')
const openapi = JSON.parse(readFileSync(join(folder, 'openapi-6.1.json'), 'utf8')) as { paths: Record<string, object> }
const endpoints = readFileSync(join(folder, 'endpoints.md'), 'utf8')

const recorded = new Set([
  ...Object.entries(openapi.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)),
  ...[...endpoints.matchAll(/^\| (GET|POST|PUT|DELETE) \| (\S+) \|.*\| (?:both|6\.1) \|/gm)].map(([, method, path]) => `${method} ${path}`),
])

const shapeOf = (route: string) =>
  route
    .replace('/api/{version}', '/api/v1')
    .replace(/\/$/, '')
    .replaceAll(/:\w+|\{\w+\}/g, '*')

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  admin = await as(ctx, app.server, await adminOf(ctx))
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

it('answers 404 for every recorded route that is not served', async () => {
  const served = new Set(app.routes.map(({ method, path }) => shapeOf(`${method} ${path}`)))
  const taken: string[] = []
  for (const route of recorded) {
    const [method = '', path = ''] = route.split(' ')
    if (served.has(shapeOf(route)) || (method === 'GET' && pageOf(path.replaceAll(/\{\w+\}/g, '1')))) continue
    const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name.includes('type') ? 'table' : '1'))
    const answer = await admin.inject({
      method: method as 'GET',
      url,
      headers: { accept: 'application/json' },
      payload: method === 'GET' ? undefined : {},
    })
    if (answer.statusCode !== 404 || !answer.body.includes('The requested URL was not found')) taken.push(`${answer.statusCode} ${route}`)
  }
  expect(taken).toEqual([])
})
