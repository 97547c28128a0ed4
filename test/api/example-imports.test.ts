import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readObject } from '../../src/core/encoding/read-object.ts'
import { asRecord } from '../../src/core/query/read.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { sendBundle } from './send-bundle.ts'
import { addDatabase, startApp } from './sqllab/server.ts'

/** Examples of Superset as we export them: loaded on another server they are the same dashboard over the same rows. */

type Server = Awaited<ReturnType<typeof startApp>>
type Files = Record<string, Uint8Array>

let folder: string
let from: Server
let to: Server

const runSql = async (sql: string, path = ':memory:') => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  const rows = (await db.runAndReadAll(sql)).getRowsJson()
  db.closeSync()
  instance.closeSync()
  return rows
}

const idOf = (answer: { json<T>(): T; statusCode: number; body: string }): number => {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ id: number }>().id
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chartroom-example-imports-'))
  from = await startApp()
  to = await startApp()
})
afterEach(async () => {
  await from?.stop()
  await to?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A dashboard of two charts over two datasets, with tabs, a filter, cross-filters, a metric and a calculated column. */
const makeDashboard = async ({ admin }: Server): Promise<number> => {
  const path = join(folder, 'sales.duckdb')
  const rows =
    "values (date '2024-01-01', 'EU', 1.5::double), (date '2024-02-01', 'EU', 2), (date '2024-02-01', 'US', 3), (null, null, null)"
  await runSql(`create table sales as select * from (${rows}) as t (sold_on, region, amount)`, path)
  const database = await addDatabase(admin, 'sales', `duckdb:///${path}`)
  const sales = idOf(await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' }))
  const { result } = (await admin.get(`/api/v1/dataset/${sales}`)).json<{ result: { columns: object[]; metrics: object[] } }>()
  const columnOf = ({ id, column_name, type, is_dttm }: Record<string, unknown>) => ({ id, column_name, type, is_dttm })
  const metricOf = ({ id, metric_name, expression }: Record<string, unknown>) => ({ id, metric_name, expression })
  const changed = await admin.put(`/api/v1/dataset/${sales}`, {
    columns: [
      ...result.columns.map((each) => columnOf(each as Record<string, unknown>)),
      { column_name: 'double', expression: 'amount * 2', type: 'DOUBLE' },
    ],
    metrics: [
      ...result.metrics.map((each) => metricOf(each as Record<string, unknown>)),
      { metric_name: 'total', expression: 'SUM(amount)' },
    ],
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const sql = 'select region, max(amount) as most from sales group by 1'
  const regions = idOf(await admin.post('/api/v1/dataset/', { database, table_name: 'by_region', sql }))
  const addChart = async (dataset: number, slice_name: string, form: object) => {
    const params = JSON.stringify({ viz_type: 'table', query_mode: 'aggregate', datasource: `${dataset}__table`, ...form })
    return idOf(
      await admin.post('/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params }),
    )
  }
  const totals = await addChart(sales, 'Totals', { groupby: ['region', 'double'], metrics: ['total'] })
  const most = await addChart(regions, 'Most', {
    groupby: ['region'],
    metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(most)', label: 'Most' }],
  })
  const part = (type: string, id: string, children: string[], meta: object = {}) => ({ [id]: { type, id, children, meta } })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
    ...part('TABS', 'TABS-1', ['TAB-a', 'TAB-b']),
    ...part('TAB', 'TAB-a', ['ROW-a'], { text: 'Totals' }),
    ...part('TAB', 'TAB-b', ['ROW-b'], { text: 'Most' }),
    ...part('ROW', 'ROW-a', ['CHART-a']),
    ...part('ROW', 'ROW-b', ['CHART-b']),
    ...part('CHART', 'CHART-a', [], { chartId: totals, sliceName: 'Totals', width: 4, height: 30 }),
    ...part('CHART', 'CHART-b', [], { chartId: most, sliceName: 'Most', width: 4, height: 30 }),
  }
  const filter = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    name: 'Region',
    targets: [{ datasetId: sales, column: { name: 'region' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [most] },
    chartsInScope: [totals],
  }
  const json_metadata = JSON.stringify({
    positions,
    native_filter_configuration: [filter],
    chart_configuration: { [totals]: { id: totals, crossFilters: { scope: 'global', chartsInScope: [most] } } },
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [totals, most] },
    expanded_slices: { [totals]: true },
  })
  const id = idOf(await admin.post('/api/v1/dashboard/', { dashboard_title: 'Sales', slug: 'sales', published: true, css: '.x {}' }))
  const put = await admin.put(`/api/v1/dashboard/${id}`, { json_metadata })
  expect(put.statusCode, put.body).toBe(200)
  return id
}

const exampleOf = async ({ admin }: Server, id: number): Promise<Files> => {
  const answer = await admin.get(`/api/v1/dashboard/${id}/export_as_example/`)
  expect(answer.statusCode, answer.body).toBe(200)
  return unzipSync(answer.rawPayload)
}

const dashboardsHere = ({ ctx }: Server) => ctx.db.selectFrom('dashboards').selectAll().where('slug', '=', 'sales').execute()

/** What a server numbers in its own way. */
const withoutIds = (value: unknown, own: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, own))
  if (typeof value === 'number') return own.get(String(value)) ?? value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'datasource')
  return Object.fromEntries(entries.map(([key, item]) => [own.get(key) ?? key, withoutIds(item, own)]))
}

/** The documents of an example, and its rows. */
const contentsOf = async (files: Files) => {
  const dashboard = asRecord(parse(strFromU8(files['dashboard.yaml'] ?? new Uint8Array())))
  const placed = Object.values(asRecord(dashboard['position'])).map((item) => asRecord(asRecord(item)['meta']))
  const own = new Map(placed.flatMap(({ chartId, uuid }) => (chartId ? [[String(chartId), String(uuid)] as const] : [])))
  const contents: Record<string, unknown> = {}
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(folder, 'rows.parquet')
    writeFileSync(file, bytes)
    contents[path] = path.endsWith('.parquet')
      ? await runSql(`select * from '${file}' order by all`)
      : withoutIds(parse(strFromU8(bytes)), own)
  }
  return contents
}

const rowsOf = async ({ admin }: Server, name: string) => {
  const list = (await admin.get('/api/v1/dashboard/sales/charts')).json<{ result: { id: number; slice_name: string }[] }>()
  const id = list.result.find(({ slice_name }) => slice_name === name)?.id
  const answer = await admin.get(`/api/v1/chart/${id}/data/`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ result: { data: object[] }[] }>().result[0]?.data
}

it('an exported example is the same dashboard on another server: settings, charts, rows and what is exported from there', async () => {
  const files = await exampleOf(from, await makeDashboard(from))
  const sent = await sendBundle(to.admin, 'dashboard', zipSync(files))
  expect([sent.statusCode, sent.body]).toEqual([200, '{"message":"OK"}'])
  const [before, after] = [await dashboardsHere(from), await dashboardsHere(to)]
  expect(after.map(({ uuid, dashboard_title, css, published }) => [uuid, dashboard_title, css, published])).toEqual(
    before.map(({ uuid, dashboard_title, css, published }) => [uuid, dashboard_title, css, published]),
  )
  for (const name of ['Totals', 'Most']) expect(await rowsOf(to, name)).toEqual(await rowsOf(from, name))
  const metadata = readObject(after[0]?.json_metadata ?? null)
  const charts = new Set((await to.ctx.db.selectFrom('charts').select('id').execute()).map(({ id }) => String(id)))
  for (const id of Object.keys(asRecord(metadata['chart_configuration']))) expect(charts).toContain(id)
  expect(await contentsOf(await exampleOf(to, after[0]?.id ?? 0))).toEqual(await contentsOf(files))
})

it('the same example again is kept, and replaces the dashboard with overwrite', async () => {
  const bytes = zipSync(await exampleOf(from, await makeDashboard(from)))
  await sendBundle(to.admin, 'dashboard', bytes)
  const again = await sendBundle(to.admin, 'dashboard', bytes)
  expect([again.statusCode, again.body.includes('already exists')]).toEqual([422, true])
  expect((await sendBundle(to.admin, 'dashboard', bytes, { overwrite: 'true' })).statusCode).toBe(200)
  expect(await dashboardsHere(to)).toHaveLength(1)
  expect(await to.ctx.db.selectFrom('table_files').select('id').where('schema', '=', 'examples').execute()).toHaveLength(2)
})

const left = async ({ ctx }: Server) => ({
  dashboards: await dashboardsHere({ ctx } as Server),
  datasets: await ctx.db.selectFrom('datasets').select('id').where('schema', '=', 'examples').execute(),
  tables: await ctx.db.selectFrom('table_files').select('id').where('schema', '=', 'examples').execute(),
})
const nothing = { dashboards: [], datasets: [], tables: [] }

it.each<[string, (files: Files) => Files, number]>([
  ['rows that cannot be read', (files) => ({ ...files, 'data/sales.parquet': strToU8('PAR1 nothing') }), 422],
  ['a chart that is no YAML', (files) => ({ ...files, 'charts/Most.yaml': strToU8('a: [') }), 422],
  ['a chart of a dataset that is neither in it nor here', ({ 'datasets/by_region.yaml': _gone, ...files }) => files, 422],
])('an example with %s is rejected as a whole', async (_what, damage, status) => {
  const files = await exampleOf(from, await makeDashboard(from))
  const answer = await sendBundle(to.admin, 'dashboard', zipSync(damage(files)))
  expect(answer.statusCode, answer.body).toBe(status)
  expect(await left(to)).toEqual(nothing)
})

it('who may not upload cannot bring rows along', async () => {
  const files = await exampleOf(from, await makeDashboard(from))
  const pairs: [string, string][] = ['Dashboard', 'Chart', 'Dataset'].flatMap(
    (view) =>
      [
        ['can_write', view],
        ['can_read', view],
      ] as [string, string][],
  )
  const author: Caller = await as(to.ctx, to.app, await makePerson(to.ctx, 'author', ['Authors'], pairs))
  expect((await sendBundle(author, 'dashboard', zipSync(files))).statusCode).toBe(403)
  expect(await left(to)).toEqual(nothing)
})
