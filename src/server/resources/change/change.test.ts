import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, adminOf, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { makeDataset } from '../../testing/test-records.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

/** Opens the event stream as a user; `next` waits for the next event's data. */
const listenAs = async (caller: Caller) => {
  const answer = await caller.inject({ url: '/api/v1/change/events', payloadAsStream: true })
  expect(answer.headers['content-type']).toBe('text/event-stream')
  const stream = answer.stream()
  const texts: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  return {
    next: async () => JSON.parse(String((await texts.next()).value).replace(/^data: /, '')) as unknown,
    close: () => stream.destroy(),
  }
}

it('sends every change of a chart and a dashboard once and in order', async () => {
  const heard = await listenAs(admin)
  const datasource = { datasource_id: await makeDataset(ctx, 'trips', ['a']), datasource_type: 'table' }
  const chart = (await admin.post('/api/v1/chart/', { slice_name: 'Trips', viz_type: 'table', params: '{}', ...datasource })).json<{
    id: number
  }>().id
  expect(await heard.next()).toEqual({ kind: 'chart', id: chart, action: 'create', version: 1 })
  await admin.put(`/api/v1/chart/${chart}`, { slice_name: 'Rides' })
  expect(await heard.next()).toEqual({ kind: 'chart', id: chart, action: 'update', version: 2 })
  await admin.post('/api/v1/dashboard/', { dashboard_title: 'Rides' })
  expect(await heard.next()).toMatchObject({ kind: 'dashboard', action: 'create' })
  await admin.delete(`/api/v1/chart/${chart}`)
  expect(await heard.next()).toMatchObject({ kind: 'chart', action: 'delete' })
  heard.close()
})

it('does not send changes of kinds that the listener may not read', async () => {
  const reader = await as(ctx, app, await makePerson(ctx, 'reader', ['None'], [['can_read', 'Dashboard']]))
  const heard = await listenAs(reader)
  const datasource = { datasource_id: await makeDataset(ctx, 'walks', ['a']), datasource_type: 'table' }
  await admin.post('/api/v1/chart/', { slice_name: 'Walks', viz_type: 'table', params: '{}', ...datasource })
  await admin.post('/api/v1/dashboard/', { dashboard_title: 'Walks' })
  expect(await heard.next()).toMatchObject({ kind: 'dashboard', action: 'create' })
  heard.close()
})
