import type { Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, settled, test } from './server.ts'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const put = async (page: Page, id: number, data: object) => {
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

type Stored = { position_json: string; json_metadata: string }
const stored = async (page: Page, slug: string) => {
  const { position_json, json_metadata } = await get<Stored>(page, `/api/v1/dashboard/${slug}`)
  return { position: JSON.parse(position_json) as Record<string, object>, metadata: JSON.parse(json_metadata) as Record<string, unknown> }
}

const films = async (page: Page) => {
  const charts = await get<{ id: number; slice_name: string; form_data: { datasource: string } }[]>(page, '/api/v1/dashboard/films/charts')
  const [chart, other] = ['Films', 'Average rating'].map((name) => charts.find(({ slice_name }) => slice_name === name))
  return { otherId: other?.id ?? 0, chartId: chart?.id ?? 0, dataset: Number.parseInt(chart?.form_data.datasource ?? '', 10) }
}

const component = (type: string, id: string, children: string[], meta: object = {}) => ({ [id]: { type, id, children, meta } })
const card = (id: string, chartId: number) => component('CHART', id, [], { chartId, width: 4, height: 30 })
const text = (id: string, code: string) => component('MARKDOWN', id, [], { width: 4, height: 30, code })
const root = { ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] } }

/** Removes the card that is there for it, and saves. */
const save = async (page: Page, slug: string) => {
  await page.goto(`/superset/dashboard/${slug}/?edit=true`)
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible()
  const other = page.getByRole('article', { name: 'Average rating', exact: true })
  await other.getByRole('button', { name: /^Actions of/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from the dashboard' }).click()
  await expect(other).toHaveCount(0)
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
}

test('a damaged dashboard opens, shows what is wrong where it is, and a save keeps what was good', async ({ page }) => {
  const { chartId, otherId, dataset } = await films(page)
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: 'damaged', slug: 'damaged', published: true })
  const filter = { id: 'NATIVE_FILTER-x', type: 'NATIVE_FILTER', filterType: 'filter_select', name: 'Nowhere', controlValues: {} }
  const scope = { rootPath: ['TAB-gone', 'ROOT_ID'], excluded: [999_999] }
  const target = { datasetId: dataset, column: { name: 'no_such_column' } }
  const good = card('CHART-good', chartId)
  const metadata = { native_filter_configuration: [{ ...filter, scope, targets: [target] }] }
  await put(page, id, {
    json_metadata: JSON.stringify({
      ...metadata,
      positions: {
        ...root,
        ...component('GRID', 'GRID_ID', ['ROW-a']),
        ...component('ROW', 'ROW-a', ['CHART-good', 'CHART-other']),
        ...good,
        ...card('CHART-other', otherId),
      },
    }),
  })
  await put(page, id, {
    css: '</style><script>window.attacked = true</script> .x { background: url(javascript:alert(1)) }',
    position_json: JSON.stringify({
      ...root,
      ...component('GRID', 'GRID_ID', ['ROW-a', 'ROW-a', 'ALIEN-a', 'ROW-circle', 'gone', 'ROW-b']),
      ...component('ROW', 'ROW-a', ['CHART-good', 'CHART-missing', 'ROW-a']),
      ...component('ROW', 'ROW-circle', ['COLUMN-circle']),
      ...component('COLUMN', 'COLUMN-circle', ['ROW-circle'], { width: 3 }),
      ...component('ALIEN', 'ALIEN-a', ['MARKDOWN-alien']),
      ...text('MARKDOWN-alien', 'Below an unknown part'),
      ...text('MARKDOWN-lost', 'Nothing leads here <img src=x onerror="window.attacked = true"><script>window.attacked = true</script>'),
      ...good,
      ...component('ROW', 'ROW-b', ['CHART-other']),
      ...card('CHART-other', otherId),
      ...card('CHART-missing', 999_999),
    }),
  })
  await page.goto('/superset/dashboard/damaged/')
  await expect(page.getByRole('article', { name: 'Films', exact: true }).locator('[data-status=done]')).toBeVisible()
  await expect(page.getByText('Nothing leads here')).toBeVisible()
  await expect(page.getByText('Below an unknown part')).toBeVisible()
  await settled(page)
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  await save(page, 'damaged')
  const { position, metadata: kept } = await stored(page, 'damaged')
  for (const part of ['CHART-good', 'MARKDOWN-lost', 'MARKDOWN-alien']) expect(position).toHaveProperty([part])
  expect(position['ALIEN-a']).toMatchObject({ type: 'ALIEN', children: ['MARKDOWN-alien'] })
  expect(kept['native_filter_configuration']).toEqual([expect.objectContaining({ name: 'Nowhere', targets: [target] })])
})

test('a chart whose dataset was deleted says so in its card, and stays on the dashboard', async ({ page }) => {
  const { chartId, dataset } = await films(page)
  const { database } = await get<{ database: { id: number } }>(page, `/api/v1/dataset/${dataset}`)
  const made = { database: database.id, table_name: 'here for a while', sql: 'SELECT 1 AS a' }
  const { id: lostDataset } = await post(page, '/api/v1/dataset/', made)
  const params = JSON.stringify({
    viz_type: 'table',
    datasource: `${lostDataset}__table`,
    query_mode: 'aggregate',
    groupby: [],
    metrics: ['count'],
  })
  const chart = { slice_name: 'Without its data', viz_type: 'table', datasource_id: lostDataset, datasource_type: 'table', params }
  const { id: lostId } = await post(page, '/api/v1/chart/', chart)
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: 'dataset-gone', slug: 'dataset-gone' })
  const positions = {
    ...root,
    ...component('GRID', 'GRID_ID', ['ROW-a']),
    ...component('ROW', 'ROW-a', ['CHART-good', 'CHART-lost']),
    ...card('CHART-good', chartId),
    ...card('CHART-lost', lostId),
  }
  await put(page, id, { json_metadata: JSON.stringify({ positions }) })
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  expect((await page.request.delete(`/api/v1/dataset/${lostDataset}`, { headers })).status()).toBe(200)
  await page.goto('/superset/dashboard/dataset-gone/')
  const lost = page.getByRole('article', { name: 'Without its data', exact: true })
  await expect(lost).toContainText('Missing dataset')
  await expect(page.getByRole('article', { name: 'Films', exact: true }).locator('[data-status=done]')).toBeVisible()
  await expect(lost.getByRole('button', { name: /^Actions of/ })).toBeAttached()
})
