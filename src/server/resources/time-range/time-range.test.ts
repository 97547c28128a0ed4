import { encodeRison } from '#core/encoding/url/rison.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, type Caller } from '../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  const range = ['--relative-start', 'now', '--relative-end', 'now', '--default-time-filter', 'Last month']
  const refresh = ['--refresh-mode', 'fetch', '--refresh-limit', '60', '--refresh-warning', 'Warehouse queries cost money.']
  ctx = await testContext([...range, ...refresh, '--default-viz-type', 'pie', '--denied-viz-types', 'gauge_chart, radar'])
  ctx.now = () => new Date('2024-05-31T18:20:05Z')
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const preview = (range: string) => admin.inject({ url: `/api/v1/time_range/?q=${encodeURIComponent(encodeRison(range))}` })

test('relative ranges count from and to what the settings say', async () => {
  const { result } = (await preview('Last week')).json<{ result: object[] }>()
  expect(result).toEqual([{ since: '2024-05-24T18:20:05', until: '2024-05-31T18:20:05', timeRange: 'Last week', shift: null }])
})

test.each(['nonsense', 'yesterday'])('a single “%s” is refused with the reason', async (text) => {
  const response = await preview(text)
  expect([response.statusCode, response.json()]).toEqual([400, { message: `Unexpected time range: Cannot parse time string [${text}]` }])
})

test('a page receives what new time filters begin with, the default chart type, the types that are not offered, and how dashboards refresh', async () => {
  expect((await admin.inject({ url: '/api/v1/me/session' })).json()).toMatchObject({
    default_time_filter: 'Last month',
    default_viz_type: 'pie',
    denied_viz_types: ['gauge_chart', 'radar'],
    auto_refresh: { mode: 'fetch', limit: 60, warning: 'Warehouse queries cost money.' },
  })
})
