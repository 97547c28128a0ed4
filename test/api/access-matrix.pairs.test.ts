import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKey, datasetKey } from '../../src/core/access/grants.ts'
import { adminOf, as, makePerson } from '../../src/server/testing/test-people.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeHidden, makeThing, makeWorld, type Hidden, type Made, type Thing, type World } from './access-matrix.things.ts'
import { callers, type Caller } from './access-matrix.rows.ts'

/**
 * The second dimension of the access matrix: actions on the caller's own object that name another one, in a database that only Admin and
 * Alpha may read. `ok` = not refused, otherwise the status; the answer is the same where the other object is not there at all.
 */
let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World
let admin: number
const people = new Map<Caller, number>()
const names = Object.keys(callers) as Caller[]

beforeAll(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  admin = await adminOf(ctx)
  people.set('admin', admin)
  world = await makeWorld(ctx, admin)
  const { database, gapminder } = world
  const grants = {
    dataset: ['datasource_access', datasetKey({ id: gapminder, name: 'gapminder', database })],
    database: ['database_access', databaseKey(database)],
  } as const
  for (const name of names) {
    const caller = callers[name]
    if (!caller || name === 'admin') continue
    people.set(name, await makePerson(ctx, name, [...caller.roles], 'grant' in caller ? [grants[caller.grant]] : []))
  }
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

const missing: Hidden = { database: 999_991, dataset: 999_992, chart: 999_993, dashboard: 999_994 }

type Row = { about?: Thing; body: (other: Hidden) => unknown; expected: string }

const target = ({ dataset }: Hidden) => ({
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  targets: [{ datasetId: dataset, column: { name: 'c' } }],
})
const metadata = (other: Hidden) => JSON.stringify({ native_filter_configuration: [target(other)] })

// In the order of `callers`: admin, alpha, gamma, gamma_ds, gamma_db, sqllab, noroles, public, owner.
const closed = 'ok    ok    403   403      403      403    403     401    403'
const absent = 'ok    ok    404   404      404      404    403     401    404'
const faulty = 'ok    ok    422   422      422      422    403     401    422'
const left = 'ok    ok    ok    ok       ok       ok     403     401    ok'
/** Of charts on gapminder, which plain Gamma does not see. */
const movedChart = 'ok    ok    404   403      403      403    403     401    403'
const chartOnDashboard = 'ok    ok    404   422      422      422    403     401    422'
const alphaOnly = 'ok    ok    403   403      403      403    403     401    403'

const rows: Record<string, Row> = {
  'POST /api/v1/chart/': {
    body: ({ dataset }) => ({ slice_name: 'x', datasource_id: dataset, datasource_type: 'table' }),
    expected: closed,
  },
  'PUT /api/v1/chart/{id}': {
    about: 'chart',
    body: ({ dataset }) => ({ datasource_id: dataset, datasource_type: 'table' }),
    expected: movedChart,
  },
  'PUT /api/v1/chart/{id} to a dashboard': {
    about: 'chart',
    body: ({ dashboard }) => ({ dashboards: [dashboard] }),
    expected: chartOnDashboard.replace('ok    ok ', 'ok    403'),
  },
  'POST /api/v1/dashboard/': { body: (other) => ({ dashboard_title: 'x', json_metadata: metadata(other) }), expected: closed },
  'PUT /api/v1/dashboard/{id}': { about: 'draft', body: (other) => ({ json_metadata: metadata(other) }), expected: closed },
  'PUT /api/v1/dashboard/{id}/filters': { about: 'draft', body: (other) => ({ modified: [target(other)] }), expected: closed },
  'PUT /api/v1/dashboard/{id}/chart_customizations': { about: 'draft', body: (other) => ({ modified: [target(other)] }), expected: closed },
  'POST /api/v1/dashboard/{id}/filtersets': {
    about: 'draft',
    body: (other) => ({ name: 'x', owner_type: 'Dashboard', json_metadata: JSON.stringify({ nativeFilters: { a: target(other) } }) }),
    expected: closed,
  },
  'POST /api/v1/dashboard/{id}/filter_state': {
    about: 'draft',
    body: (other) => ({ value: JSON.stringify({ a: target(other) }) }),
    expected: closed,
  },
  'POST /api/v1/dataset/duplicate': {
    body: ({ dataset }) => ({ base_model_id: dataset, table_name: 'copy' }),
    expected: alphaOnly.replace('ok    ok ', '422   422'),
  },
  'POST /api/v1/explore/form_data': {
    body: ({ chart }) => ({ datasource_id: world.gapminder, datasource_type: 'table', chart_id: chart, form_data: '{}' }),
    expected: absent.replace('404   404', '403   404'),
  },
  'POST /api/v1/explore/permalink': {
    body: ({ chart }) => ({ formData: { datasource: `${world.gapminder}__table`, slice_id: chart } }),
    expected: absent.replace('404   404', '403   404'),
  },
  'POST /api/v1/chart/data': {
    body: ({ dataset }) => ({
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['c'], metrics: [], row_limit: 1 }],
      result_type: 'query',
    }),
    expected: closed,
  },
  'POST /api/v1/chart/data of another in one of its queries': {
    body: ({ dataset }) => ({
      datasource: { id: world.gapminder, type: 'table' },
      queries: [{ datasource: { id: dataset, type: 'table' }, columns: ['c'], metrics: [], row_limit: 1 }],
      result_type: 'query',
    }),
    expected: closed,
  },
  'POST /api/v1/cachekey/invalidate': {
    body: ({ dataset }) => ({ datasource_uids: [`${dataset}__table`] }),
    expected: left.replace('ok    ok ', 'ok    403'),
  },
  'POST /api/v1/tag/': {
    body: ({ chart }) => ({ name: crypto.randomUUID(), objects_to_tag: [['chart', chart]] }),
    expected: faulty,
  },
  'POST /api/v1/dashboard/{dashboard}/copy/': {
    body: () => ({ dashboard_title: 'copy', json_metadata: '{"positions":{}}' }),
    expected: absent.replace('ok    ok ', 'ok    403'),
  },
}

const ask = async (route: string, { about, body }: Row, { name, others }: { name: Caller; others: Hidden }) => {
  const userId = people.get(name)
  const own: Made = about ? await makeThing(ctx, world, about, [userId ?? -1]) : { id: 0, uuid: '' }
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace('{id}', String(own.id)).replace('{dashboard}', String(others.dashboard))
  const request = { method: method as 'POST', url, payload: body(others) as object, headers: { accept: 'application/json' } }
  const answer =
    userId === undefined ? await app.server.inject(request) : await (await as(ctx, app.server, userId)).inject(request, 'bearer')
  const ids = new Set([...Object.values(others), own.id].map(String))
  return {
    status: answer.statusCode,
    outcome: answer.statusCode < 400 ? 'ok' : String(answer.statusCode),
    text: answer.body.replaceAll(/\d+/g, (number) => (ids.has(number) ? '#' : number)),
  }
}

const words = (text: string) => text.trim().split(/\s+/)

describe.each(Object.entries(rows))('%s', (route, row) => {
  it('returns an error for a hidden object', async () => {
    const found: string[] = []
    for (const name of names) {
      const { status, outcome, text } = await ask(route, row, { name, others: await makeHidden(ctx, admin) })
      expect(status, text).toBeLessThan(500)
      found.push(outcome)
    }
    expect(found).toEqual(words(row.expected))
  })

  it('returns the same response as for a missing one', async () => {
    for (const name of names.filter((each) => each !== 'admin' && each !== 'alpha')) {
      const [there, gone] = [
        await ask(route, row, { name, others: await makeHidden(ctx, admin) }),
        await ask(route, row, { name, others: missing }),
      ]
      expect([name, gone.status]).toEqual([name, there.status])
      if (there.status >= 400) expect(gone.text).toBe(there.text)
    }
  })
})

it('a layout cannot add a chart that the owner of the dashboard may not see', async () => {
  const owner = people.get('gamma_ds') ?? -1
  const hidden = await makeHidden(ctx, admin)
  const dashboard = await makeThing(ctx, world, 'draft', [owner])
  const positions = { 'CHART-1': { id: 'CHART-1', type: 'CHART', meta: { chartId: hidden.chart }, children: [] } }
  const caller = await as(ctx, app.server, owner)
  await caller.put(`/api/v1/dashboard/${dashboard.id}`, { json_metadata: JSON.stringify({ positions }) })
  const placed = await ctx.db.selectFrom('dashboard_charts').selectAll().where('chart_id', '=', hidden.chart).execute()
  expect(placed.filter((row) => row.dashboard_id === dashboard.id)).toEqual([])
})
