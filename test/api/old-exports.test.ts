import { afterEach, beforeEach, expect, it } from 'vitest'
import { readObject } from '../../src/core/encoding/read-object.ts'
import { readLayout } from '../../src/core/layout/wire/read.ts'
import { chartsIn } from '../../src/core/layout/tree.ts'
import { asList, asRecord } from '../../src/core/query/read.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { sendBundle } from './send-bundle.ts'

/** Exports that came before bundles: one JSON file of dashboards, one YAML file of databases with their tables. */

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let admin: Caller

beforeEach(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  admin = await as(ctx, app.server, await adminOf(ctx))
})
afterEach(async () => {
  await app.server.close()
  await ctx.close()
})

const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: object) => bytes(JSON.stringify(value))

const oldDatasets = `
databases:
- database_name: sales
  sqlalchemy_uri: postgresql://h/d
  tables:
  - table_name: orders
    schema: public
    main_dttm_col: day
    columns:
    - {column_name: day, type: DATE, is_dttm: true}
    - {column_name: region, type: TEXT, groupby: true}
    metrics:
    - {metric_name: count, expression: COUNT(*)}
`

const place = { database_name: 'sales', schema: 'public' }
const table = {
  __SqlaTable__: {
    id: 3,
    table_name: 'orders',
    schema: 'public',
    params: JSON.stringify({ remote_id: 3, database_name: 'sales', import_time: 1 }),
    columns: [
      { __TableColumn__: { column_name: 'region', type: 'TEXT', groupby: true, created_on: { __datetime__: '2020-01-01T00:00:00' } } },
    ],
    metrics: [{ __SqlMetric__: { metric_name: 'count', expression: 'COUNT(*)' } }],
  },
}
const slice = (id: number, slice_name: string, viz_type: string, params: object) => ({
  __Slice__: {
    id,
    slice_name,
    viz_type,
    datasource_name: 'orders',
    datasource_type: 'table',
    params: JSON.stringify({ ...params, ...place, viz_type, remote_id: id, datasource_name: 'orders' }),
  },
})
const slices = [
  slice(11, 'By region', 'dist_bar', { metrics: ['count'], groupby: ['region'] }),
  slice(12, 'Choose', 'filter_box', { filter_configs: [{ column: 'region', multiple: true }] }),
  slice(13, 'Rows', 'table', { groupby: ['region'], metrics: ['count'] }),
]
const chart = (id: string, chartId: number) => ({ id, type: 'CHART', children: [], meta: { chartId, width: 4, height: 40 } })
const position = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['r'] },
  r: { id: 'r', type: 'ROW', children: ['a', 'b', 'c'], meta: {} },
  a: chart('a', 11),
  b: chart('b', 12),
  c: chart('c', 13),
}
const filter = { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', filterType: 'filter_select', name: 'Region', cascadeParentIds: [] }
const metadata = {
  remote_id: 5,
  timed_refresh_immune_slices: [13],
  expanded_slices: { 11: true },
  filter_scopes: { 12: { region: { scope: ['ROOT_ID'], immune: [13] } } },
  native_filter_configuration: [
    { ...filter, scope: { rootPath: ['ROOT_ID'], excluded: [13] }, targets: [{ datasetId: 3, column: { name: 'region' } }] },
  ],
}
const oldDashboard = (fields: object = {}) => ({
  dashboards: [
    {
      __Dashboard__: {
        dashboard_title: 'Old sales',
        slug: 'old-sales',
        css: '.x {}',
        position_json: JSON.stringify(position),
        json_metadata: JSON.stringify(metadata),
        slices,
        ...fields,
      },
    },
  ],
  datasources: [table],
})

const dashboardHere = () => ctx.db.selectFrom('dashboards').selectAll().where('slug', '=', 'old-sales').executeTakeFirstOrThrow()
const chartsHere = async () =>
  new Map((await ctx.db.selectFrom('charts').select(['id', 'slice_name', 'viz_type']).execute()).map((row) => [row.slice_name, row]))

it('a JSON file of dashboards is imported with its charts, its filter boxes as filters, and its ids as they are here', async () => {
  expect((await sendBundle(admin, 'dataset', bytes(oldDatasets))).body).toBe('{"message":"OK"}')
  const answer = await sendBundle(admin, 'dashboard', json(oldDashboard()))
  expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"OK"}'])
  const charts = await chartsHere()
  expect([...charts.values()].map(({ viz_type }) => viz_type)).toEqual(['echarts_timeseries_bar', 'table'])
  const [bars, rows] = ['By region', 'Rows'].map((name) => charts.get(name)?.id ?? 0)
  const row = await dashboardHere()
  const settings = readObject(row.json_metadata)
  expect([row.dashboard_title, row.css, chartsIn(readLayout(readObject(row.position_json)))]).toEqual(['Old sales', '.x {}', [bars, rows]])
  const dataset = await ctx.db.selectFrom('datasets').select(['id', 'main_dttm_col']).where('table_name', '=', 'orders').execute()
  expect(dataset.map(({ main_dttm_col }) => main_dttm_col)).toEqual(['day'])
  expect(settings).toMatchObject({ timed_refresh_immune_slices: [rows], expanded_slices: { [String(bars)]: true } })
  expect(settings).not.toHaveProperty('remote_id')
  const filters = asList(settings['native_filter_configuration']).map(asRecord)
  expect(filters.map(({ name, targets, scope }) => [name, asRecord(asList(targets)[0])['datasetId'], asRecord(scope)['excluded']])).toEqual(
    expect.arrayContaining([
      ['Region', dataset[0]?.id, [rows]],
      ['region', dataset[0]?.id, [rows]],
    ]),
  )
})

it('charts that were texts become texts of the dashboard; types that nothing draws stay as they are', async () => {
  await sendBundle(admin, 'dataset', bytes(oldDatasets))
  const markup = slice(11, 'By region', 'markup', { markup_type: 'markdown', code: '# Hi' })
  const page = slice(12, 'Page', 'iframe', { url: 'https://a.example/' })
  const lines = slice(13, 'Lines', 'line_multi', { line_charts: [1, 2], prefix_metric_with_slice_name: true })
  await sendBundle(admin, 'dashboard', json(oldDashboard({ slices: [markup, page, lines], json_metadata: '{}' })))
  const layout = readLayout(readObject((await dashboardHere()).position_json))
  expect([...(await chartsHere()).values()].map(({ viz_type }) => viz_type)).toEqual(['line_multi'])
  expect(['a', 'b', 'c'].map((id) => [layout[id]?.type, layout[id]?.meta.code])).toEqual([
    ['MARKDOWN', '# Hi'],
    ['MARKDOWN', '[Page](<https://a.example/>)'],
    ['CHART', undefined],
  ])
})

it('the same file again is kept, and replaces with overwrite', async () => {
  await sendBundle(admin, 'dataset', bytes(oldDatasets))
  await sendBundle(admin, 'dashboard', json(oldDashboard()))
  const { id } = await dashboardHere()
  const again = await sendBundle(admin, 'dashboard', json(oldDashboard()))
  expect([again.statusCode, again.body.includes('already exists')]).toEqual([422, true])
  expect((await sendBundle(admin, 'dashboard', json(oldDashboard({ css: '.y {}' })), { overwrite: 'true' })).statusCode).toBe(200)
  expect(await dashboardHere()).toMatchObject({ id, css: '.y {}' })
  expect((await ctx.db.selectFrom('charts').select('id').execute()).length).toBe(2)
})

it.each([[null], ['[{"slice_id": 11, "col": 1, "row": 1, "size_x": 4, "size_y": 4}]'], ['{broken']])(
  'charts whose layout is %s stand in rows of three',
  async (position_json) => {
    await sendBundle(admin, 'dataset', bytes(oldDatasets))
    expect((await sendBundle(admin, 'dashboard', json(oldDashboard({ position_json, json_metadata: '{' })))).statusCode).toBe(200)
    const layout = readLayout(readObject((await dashboardHere()).position_json))
    expect(chartsIn(layout)).toHaveLength(2)
    expect(layout['GRID_ID']?.children).toHaveLength(1)
  },
)

it.each<[string, 'dashboard' | 'dataset', string, [status: number, message: string]]>([
  ['a database that is not here', 'dashboard', JSON.stringify(oldDashboard()), [422, 'There is no database named “sales” here.']],
  ['something else', 'dashboard', '{"charts": []}', [422, 'Could not find a valid command to import file']],
  ['a list', 'dashboard', '[1, 2]', [422, 'Could not find a valid command to import file']],
  ['broken JSON', 'dashboard', '{"dashboards": [', [422, 'Could not find a valid command to import file']],
  ['no text at all', 'dashboard', '\u0000\u0001', [422, 'Could not find a valid command to import file']],
  ['a file of dashboards', 'dataset', JSON.stringify(oldDashboard()), [422, 'Could not find a valid command to import file']],
  ['no dashboards', 'dashboard', '{"dashboards": []}', [400, 'No valid import files were found']],
  ['a dashboard that is none', 'dashboard', '{"dashboards": [5]}', [200, '']],
  [
    'a table without a name',
    'dataset',
    'databases:\n- database_name: x\n  sqlalchemy_uri: postgresql://h/d\n  tables: [{}]',
    [422, 'table_name'],
  ],
  ['endless nesting', 'dashboard', `{"dashboards": ${'['.repeat(9_999)}`, [413, 'The bundle is too large.']],
])('%s as a file of %ss is answered, and nothing is kept', async (_case, resource, text, [status, message]) => {
  const answer = await sendBundle(admin, resource, bytes(text))
  expect([answer.statusCode, answer.body.includes(message)], answer.body).toEqual([status, true])
  expect(await ctx.db.selectFrom('charts').select('id').execute()).toEqual([])
})
