import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect } from './server.ts'

/** Names that people and other products may give. */
export const names = {
  image: '<img src=x onerror="window.hit=1">',
  script: '"><script>window.hit=1</script>',
  link: 'javascript:window.hit=1',
  template: '{{ 7*7 }}',
  format: '%s %(name)s %%',
  pattern: '$&$1',
  rightToLeft: 'שלום \u202Efdp.exe',
  long: 'W'.repeat(250),
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈',
  control: 'a\u0001b\u001Bc',
  proto: '__proto__',
  constructor: 'constructor',
  blanks: '  blanks  ',
  path: '../../x',
  address: 'a#b?c&d%2Fe',
}
export const all = Object.values(names)
/** In a sentence a name has no characters that reverse the words after it. */
export const inSentence = (name: string) => name.replaceAll('\u202E', '')
/** Ingest trims the names of columns, and cuts them. */
export const columns = all.map((name) => name.trim().slice(0, 200))
const dimension = names.image
const verbose = '$& $1 {{ 7*7 }}'
const grouped = [names.proto, names.constructor, names.pattern, names.path, names.template, dimension]
export const heads = grouped.map((name) => (name === names.path ? verbose : name))

const answered = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  token: z.string().optional(),
  result: z.unknown().optional(),
})

type Multipart = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>

type Asked = [method: 'GET' | 'POST' | 'PUT', path: string, body?: { data?: object; multipart?: Multipart }]

const callerOf = async (page: Page, authorization?: string) => {
  const token = z.object({ result: z.string() }).parse(await (await page.request.get('/api/v1/security/csrf_token/')).json())
  return async (...[method, path, body]: Asked) => {
    const answer = await page.request.fetch(path, {
      method,
      headers: { 'X-CSRFToken': token.result, ...(authorization && { authorization }) },
      ...body,
    })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answered.parse(await answer.json())
  }
}

/** Calls the API as the page does, with its session. */
export const call = async (page: Page, ...asked: Asked) => (await callerOf(page))(...asked)
export const create = async (page: Page, path: string, data: object) => Number((await call(page, 'POST', path, { data })).id ?? 0)

const atOnce = 8

/** Makes many things, some at the same time; returns their ids in order. */
export const createAll = async (page: Page, path: string, bodies: readonly object[], authorization?: string): Promise<number[]> => {
  const post = await callerOf(page, authorization)
  const ids: number[] = []
  for (let at = 0; at < bodies.length; at += atOnce) {
    const made = await Promise.all(bodies.slice(at, at + atOnce).map((data) => post('POST', path, { data })))
    ids.push(...made.map(({ id }) => Number(id ?? 0)))
  }
  return ids
}

export const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Each name is a column; each is a value of the first one. */
export const csv = [all, ...all.map((name, i) => [name, ...all.slice(1).map(() => String(i + 1))])]
  .map((row) => row.map(quoted).join(','))
  .join('\n')

/** Uploads a file as a table; returns the id of its dataset. */
export const uploadTable = async (page: Page, table_name: string, content: string, file = 'a.csv'): Promise<number> => {
  const multipart = {
    file: { name: file, mimeType: 'text/csv', buffer: Buffer.from(content) },
    type: 'csv',
    table_name,
    already_exists: 'fail',
  }
  await call(page, 'POST', '/api/v1/database/1/upload/', { multipart })
  const { result } = await call(
    page,
    'GET',
    '/api/v1/dataset/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page_size:1)',
  )
  const [dataset] = z.array(z.object({ id: z.number(), table_name: z.string() })).parse(result)
  expect(dataset?.table_name).toBe(table_name)
  return dataset?.id ?? 0
}

/** Its label is too long for the engine, which answers with another. */
const metric = {
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: names.format },
  label: names.long,
  hasCustomLabel: true,
}
const formOf = (dataset: number, viz_type: string, own: object) => ({
  viz_type,
  datasource: `${dataset}__table`,
  metrics: [metric],
  ...own,
})
const tableForm = (dataset: number) => formOf(dataset, 'table', { query_mode: 'aggregate', groupby: grouped })
const barForm = (dataset: number) => formOf(dataset, 'echarts_timeseries_bar', { x_axis: dimension, groupby: [] })

type Part = { type: string; id: string; children: string[]; meta: object }
const part = (type: string, id: string, children: string[], meta: object = {}): Part => ({ type, id, children, meta })
const layout = (charts: number[]) => {
  const tabs = all.map((text, i) => part('TAB', `TAB-${i}`, i === 0 ? ['HEADER-a', 'ROW-a', 'MARKDOWN-a'] : [], { text }))
  const cards = charts.map((chartId, i) => part('CHART', `CHART-${i}`, [], { chartId, width: 6, height: 60 }))
  const ids = (parts: Part[]) => parts.map(({ id }) => id)
  const parts = [
    part('ROOT', 'ROOT_ID', ['TABS-a']),
    part('GRID', 'GRID_ID', []),
    part('TABS', 'TABS-a', ids(tabs)),
    part('HEADER', 'HEADER-a', [], { text: names.script }),
    part('ROW', 'ROW-a', ids(cards)),
    part('MARKDOWN', 'MARKDOWN-a', [], { width: 12, height: 50, code: all.join('\n\n') }),
    ...tabs,
    ...cards,
  ]
  return Object.fromEntries(parts.map((one) => [one.id, one]))
}

const filterOn = (datasetId: number) => ({
  id: 'NATIVE_FILTER-a',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  name: names.script,
  description: names.image,
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  targets: [{ datasetId, column: { name: dimension } }],
})

const describeDataset = async (page: Page, id: number) => {
  const row = z.object({ columns: z.array(z.object({ id: z.number(), column_name: z.string(), type: z.string() })) })
  const stored = row.parse((await call(page, 'GET', `/api/v1/dataset/${id}`)).result).columns
  expect(stored.map(({ column_name }) => column_name)).toEqual(columns)
  const own = { verbose_name: verbose, description: names.image }
  const metrics = all.map((metric_name) => ({ metric_name, expression: 'COUNT(*)', description: names.image, warning_text: names.script }))
  const described = stored.map((column) => ({ ...column, ...(column.column_name === names.path && own) }))
  await call(page, 'PUT', `/api/v1/dataset/${id}`, { data: { description: names.script, columns: described, metrics } })
}

/** Something of each kind for each name, and a dashboard that shows two charts. */
export const makeThings = async (page: Page) => {
  const dataset = await uploadTable(page, names.script, csv, `${names.image}.csv`)
  await describeDataset(page, dataset)
  const texts = { description: names.script, certified_by: names.image, certification_details: names.script }
  const chart = (slice_name: string, form: { viz_type: string }) => {
    const source = { datasource_id: dataset, datasource_type: 'table', viz_type: form.viz_type, params: JSON.stringify(form) }
    return create(page, '/api/v1/chart/', { slice_name, ...source, ...texts })
  }
  const bars = await chart(names.image, barForm(dataset))
  const rows = await chart(names.script, tableForm(dataset))
  for (const name of all.slice(2)) await chart(name, tableForm(dataset))
  for (const dashboard_title of all.slice(1)) await create(page, '/api/v1/dashboard/', { dashboard_title, ...texts })
  const dashboard = await create(page, '/api/v1/dashboard/', { dashboard_title: names.image, ...texts })
  const json_metadata = JSON.stringify({ positions: layout([bars, rows]), native_filter_configuration: [filterOn(dataset)] })
  await call(page, 'PUT', `/api/v1/dashboard/${dashboard}`, { data: { json_metadata } })
  for (const [i, name] of all.entries()) {
    const short = name.slice(0, 60)
    const descr = names.image
    await create(page, '/api/v1/tag/', { name, description: descr, objects_to_tag: [['chart', bars]] })
    await create(page, '/api/v1/saved_query/', { db_id: 1, schema: 'main', label: name, description: descr, sql: 'SELECT 1' })
    await create(page, '/api/v1/css_template/', { template_name: name, css: '' })
    await create(page, '/api/v1/theme/', { theme_name: name, json_data: '{}' })
    const rule = { filter_type: 'Regular', tables: [dataset], roles: [], clause: '1 = 1', group_key: names.script }
    await create(page, '/api/v1/rowlevelsecurity/', { name, description: descr, ...rule })
    await create(page, '/api/v1/annotation_layer/', { name, descr })
    const time = { start_dttm: '2024-01-01T00:00:00', end_dttm: '2024-01-02T00:00:00' }
    await create(page, '/api/v1/annotation_layer/1/annotation/', { short_descr: name, long_descr: descr, ...time })
    const role = await create(page, '/api/v1/security/roles/', { name: short })
    await create(page, '/api/v1/security/groups/', { name: `group ${i}`, label: short, description: descr })
    const account = { username: `person ${i} ${short}`, email: `${i}@example.org`, password: 'tall green giraffe', roles: [role] }
    await create(page, '/api/v1/security/users/', { ...account, first_name: names.pattern, last_name: short })
  }
  return { dataset, bars, rows, dashboard }
}
