import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'

const ctx = await testContext()
const app = await buildApp(ctx)
let reporter: Caller
let admin: Caller
beforeAll(async () => {
  reporter = await as(ctx, app, await makePerson(ctx, 'reporter', ['Gamma']))
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

type Line = { action: string; json: string | null; slice_id: number | null; dashboard_id: number | null; referrer: string | null }

const report = async (events: unknown, search = '') => {
  const { statusCode } = await reporter.inject({
    method: 'POST',
    url: `/superset/log/${search}`,
    payload: new URLSearchParams({ events: typeof events === 'string' ? events : JSON.stringify(events) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: 'http://here/superset/dashboard/7/' },
  })
  expect(statusCode).toBe(200)
}

const linesOfReporter = async (): Promise<Line[]> => {
  const q = `(filters:!((col:user,opr:rel_o_m,value:${reporter.id})),order_column:dttm,order_direction:asc)`
  const { result } = (await admin.get(`/api/v1/log/?q=${q}`)).json<{ result: Line[] }>()
  return result
}

const timedOut = { event_name: 'load_chart', slice_id: 3, has_err: true, error_details: 'timeout', duration: 60_000 }

test('every event of a page is a line of the log: visits under their action, others as log with the event as JSON', async () => {
  await report([{ event_name: 'mount_dashboard', source_id: 7 }, timedOut])
  await report([{ event_name: 'spa_navigation' }], '?explode=events&dashboard_id=8')
  const lines = (await linesOfReporter()).map(({ action, json, slice_id, dashboard_id, referrer }) => ({
    action,
    event: JSON.parse(json ?? 'null') as unknown,
    about: [slice_id, dashboard_id],
    referrer,
  }))
  const referrer = 'http://here/superset/dashboard/7/'
  expect(lines).toEqual([
    { action: 'mount_dashboard', event: { event_name: 'mount_dashboard', source_id: 7 }, about: [null, 7], referrer },
    { action: 'log', event: timedOut, about: [3, null], referrer },
    { action: 'log', event: { event_name: 'spa_navigation' }, about: [null, 8], referrer },
  ])
})

test.each([
  ['no JSON', 'nonsense'],
  ['no list', { event_name: 'load_chart' }],
  ['no events', [1, null, 'x']],
  ['a visit of nothing', [{ event_name: 'mount_explorer' }]],
  ['an event longer than 10,000 characters', [{ event_name: 'x', text: 'x'.repeat(10_000) }]],
])('%s leaves no line', async (_name, events) => {
  const before = (await linesOfReporter()).length
  await report(events)
  expect(await linesOfReporter()).toHaveLength(before)
})

test('the export has the matching lines of the log as CSV, newest first, with formulas as text', async () => {
  await report([{ event_name: 'mount_dashboard', source_id: 41 }])
  await report([{ event_name: 'mount_dashboard', source_id: 42 }])
  await ctx.db
    .insertInto('action_log')
    .values({
      action: '=1+1',
      user_id: null,
      dttm: '2024-01-01T00:00:00.000Z',
      json: null,
      dashboard_id: null,
      slice_id: null,
      duration_ms: null,
      referrer: null,
    })
    .execute()
  const visits = await admin.get('/api/v1/log/export/?q=(filters:!((col:dashboard_id,opr:in,value:!(41,42))))')
  expect(visits.headers['content-disposition']).toMatch(/^attachment; filename="action-log-\d{4}-\d\d-\d\d\.csv"$/)
  const [head, newest, oldest, ...rest] = visits.body.trim().split('\r\n')
  expect(head).toBe('dttm,user,action,dashboard_id,slice_id,duration_ms,referrer,json')
  expect([newest, oldest, rest]).toEqual([
    expect.stringContaining('"reporter","mount_dashboard","42"'),
    expect.stringContaining('"41"'),
    [],
  ])
  const all = await admin.get('/api/v1/log/export/')
  expect(all.body).toContain(`"'=1+1"`)
  expect((await admin.get('/api/v1/log/export/?q=(filters:!((col:nope,opr:eq,value:1)))')).statusCode).toBe(400)
})

test('the actions of the log are listed once each', async () => {
  await report([{ event_name: 'mount_dashboard', source_id: 1 }])
  const { result } = (await admin.get('/api/v1/log/actions/')).json<{ result: string[] }>()
  expect(result.filter((action) => action === 'mount_dashboard')).toEqual(['mount_dashboard'])
})
