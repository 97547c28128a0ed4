import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { asRecord } from '../../src/core/query/read.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import exchanges from '../conformance/api/conversations/export.json' with { type: 'json' }
import { addDatabase, startApp } from './sqllab/server.ts'

/** Dashboards as examples of Superset: YAML files with the data as Parquet. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-examples-'))
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
let sales: number
let regions: number
let chart: number

const runSql = async (sql: string, path = ':memory:') => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  const rows = (await db.runAndReadAll(sql)).getRows()
  db.closeSync()
  instance.closeSync()
  return rows
}

const idOf = (answer: { json<T>(): T; statusCode: number; body: string }): number => {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ id: number }>().id
}

const addChart = async (dataset: number, name: string): Promise<number> =>
  idOf(
    await admin.post('/api/v1/chart/', {
      slice_name: name,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'table', datasource: `${dataset}__table`, groupby: ['region'], metrics: ['count'] }),
      query_context: '{}',
    }),
  )

const addDashboard = async (charts: readonly number[], rest: object = {}): Promise<number> => {
  const id = idOf(await admin.post('/api/v1/dashboard/', { dashboard_title: 'Sales', published: true, ...rest }))
  for (const one of charts) expect((await admin.put(`/api/v1/chart/${one}`, { dashboards: [id] })).statusCode).toBe(200)
  return id
}

const ask = (by: Caller, id: number, address = '') => by.get(`/api/v1/dashboard/${id}/export_as_example/${address}`)

it('is named by the slug of the dashboard', async () => {
  const id = await addDashboard([], { slug: 'sales-of-2021' })
  expect((await ask(admin, id)).headers['content-disposition']).toBe('attachment; filename=sales-of-2021_example.zip')
})

const filesOf = async (id: number, address = '', by = admin): Promise<Record<string, Uint8Array>> => {
  const answer = await ask(by, id, address)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename=dashboard_${id}_example.zip`,
  })
  return unzipSync(answer.rawPayload)
}

const yamlOf = (files: Record<string, Uint8Array>, path: string) => asRecord(parse(strFromU8(files[path] ?? new Uint8Array())))

const rowsOf = async (bytes: Uint8Array | undefined): Promise<unknown[][]> => {
  const path = join(folder, 'rows.parquet')
  writeFileSync(path, bytes ?? '')
  return runSql(`select * from '${path}' order by all`)
}

beforeAll(async () => {
  const path = join(folder, 'sales.duckdb')
  await runSql("create table sales as select * from (values ('EU', 1), ('EU', 2), ('US', 3)) as t (region, amount)", path)
  server = await startApp()
  admin = server.admin
  const database = await addDatabase(admin, 'sales', `duckdb:///${path}`)
  sales = idOf(await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' }))
  regions = idOf(
    await admin.post('/api/v1/dataset/', {
      database,
      table_name: 'by region',
      sql: 'select region, sum(amount) as total from sales group by 1',
    }),
  )
  chart = await addChart(sales, 'Sales / by region')
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The files of the recorded example, by their path; placeholders stand for ids. */
const recordedKeys = (start: string): string[] => {
  const all = exchanges.conversations.flatMap((conversation) => conversation.exchanges)
  const example = asRecord(all.find(({ name }) => name === 'dashboard as example')?.answers)
  const files = asRecord(asRecord(asRecord(example['6.1'])['body'])['$zip'])
  const [, text] = Object.entries(files).find(([path]) => path.startsWith(start)) ?? []
  return [...String(text).matchAll(/^(\w+):/gm)].map(([, key = '']) => key)
}

it('one dataset: its files lie at the top, with the recorded keys in the recorded order', async () => {
  const files = await filesOf(await addDashboard([chart]))
  expect(Object.keys(files).toSorted()).toEqual(['charts/Sales_by_region.yaml', 'dashboard.yaml', 'data.parquet', 'dataset.yaml'])
  expect(Object.keys(yamlOf(files, 'dashboard.yaml'))).toEqual(recordedKeys('dashboard.yaml'))
  expect(Object.keys(yamlOf(files, 'charts/Sales_by_region.yaml'))).toEqual(recordedKeys('charts/'))
  expect(Object.keys(yamlOf(files, 'dataset.yaml'))).toEqual(expect.arrayContaining(recordedKeys('dataset.yaml')))
  expect((await rowsOf(files['data.parquet'])).map(String)).toEqual(['EU,1', 'EU,2', 'US,3'])
})

it('several datasets: a file of rows for each, those of a query too, as tables of the examples database', async () => {
  const files = await filesOf(await addDashboard([chart, await addChart(regions, 'Totals')]))
  expect(Object.keys(files).toSorted()).toEqual([
    'charts/Sales_by_region.yaml',
    'charts/Totals.yaml',
    'dashboard.yaml',
    'data/by_region.parquet',
    'data/sales.parquet',
    'datasets/by_region.yaml',
    'datasets/sales.yaml',
  ])
  const dataset = yamlOf(files, 'datasets/by_region.yaml')
  expect(dataset).toMatchObject({
    table_name: 'by region',
    data_file: 'by_region.parquet',
    schema: null,
    sql: null,
    source_db_engine: null,
    database_uuid: 'a2dc77af-e654-49bb-b321-40f6b559a1ee',
  })
  expect(yamlOf(files, 'charts/Totals.yaml')).toMatchObject({ dataset_uuid: dataset['uuid'], query_context: null })
  expect((await rowsOf(files['data/by_region.parquet'])).map(String)).toEqual(['EU,3', 'US,3'])
})

it('settings name charts and datasets by uuid', async () => {
  const filter = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: sales, column: { name: 'region' } }],
  }
  const id = await addDashboard([chart])
  const metadata = {
    native_filter_configuration: [{ ...filter, chartsInScope: [chart] }],
    chart_configuration: { [chart]: { id: chart, crossFilters: { scope: 'global', chartsInScope: [chart] } } },
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [chart] },
  }
  expect((await admin.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })).statusCode).toBe(200)
  const files = await filesOf(id, '?export_data=false')
  expect(Object.keys(files)).not.toContain('data.parquet')
  const [chartUuid, datasetUuid] = ['charts/Sales_by_region.yaml', 'dataset.yaml'].map((path) => yamlOf(files, path)['uuid'])
  expect(yamlOf(files, 'dashboard.yaml')['metadata']).toMatchObject({
    native_filter_configuration: [{ targets: [{ datasetUuid, column: { name: 'region' } }], chartsInScope: [chartUuid] }],
    chart_configuration: { [String(chartUuid)]: { id: chartUuid, crossFilters: { chartsInScope: [chartUuid] } } },
    global_chart_configuration: { chartsInScope: [chartUuid] },
  })
})

it('writes as many rows as asked for, and refuses a number that is none', async () => {
  const id = await addDashboard([chart])
  expect(await rowsOf((await filesOf(id, '?sample_rows=2'))['data.parquet'])).toHaveLength(2)
  for (const wrong of ['0', 'many']) expect((await ask(admin, id, `?sample_rows=${wrong}`)).statusCode).toBe(400)
})

it('contains the rows that row rules leave to the caller', async () => {
  const { ctx, app } = server
  const ana = await as(ctx, app, await makePerson(ctx, 'ana', ['Alpha', 'Europe']))
  const europe = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Europe').executeTakeFirstOrThrow()
  const rule = { name: 'Europe', filter_type: 'Regular', tables: [sales], roles: [europe.id], clause: "region = 'EU'" }
  const ruleId = idOf(await admin.post('/api/v1/rowlevelsecurity/', rule))
  const id = await addDashboard([chart])
  expect(await rowsOf((await filesOf(id, '', ana))['data.parquet'])).toHaveLength(2)
  expect((await admin.delete(`/api/v1/rowlevelsecurity/?q=!(${ruleId})`)).statusCode).toBe(200)
})

it('leaves out what the caller may not read, and gives no rows without the right to download', async () => {
  const { ctx, app } = server
  const gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma', 'Viewers']))
  const viewers = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Viewers').executeTakeFirstOrThrow()
  const id = await addDashboard([chart], { roles: [viewers.id] })
  expect(Object.keys(await filesOf(id, '', gamma))).toEqual(['dashboard.yaml'])
  const pairs: [string, string][] = [
    ['can_export_as_example', 'Dashboard'],
    ['can_read', 'Dashboard'],
  ]
  const reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Viewers'], pairs))
  expect((await ask(reader, id)).statusCode).toBe(403)
  expect((await ask(reader, id, '?export_data=false')).statusCode).toBe(200)
})

it('a query that fails is answered with its error, before a file begins', async () => {
  const database = await addDatabase(admin, 'broken', `duckdb:///${join(folder, 'sales.duckdb')}`)
  const gone = idOf(await admin.post('/api/v1/dataset/', { database, table_name: 'gone', sql: 'select region, amount from sales' }))
  const id = await addDashboard([await addChart(gone, 'Gone')])
  await server.ctx.db.updateTable('datasets').set({ sql: 'select * from nothing' }).where('id', '=', gone).execute()
  const answer = await ask(admin, id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, expect.stringContaining('application/json')])
})
