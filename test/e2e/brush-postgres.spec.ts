import type { Page } from '@playwright/test'
import { post, startOrders, type Postgres } from './postgres.ts'
import { expect, settled, test } from './server.ts'

/** On engines without roll-ups, a dragged span filters the other charts when the pointer is released. */

let postgres: Postgres
test.beforeAll(async () => {
  postgres = await startOrders()
})
test.afterAll(() => postgres.stop())

/** A dashboard of orders over time and their number. */
const makeOrders = async (page: Page, slug: string): Promise<void> => {
  const { id: database } = await post(page, '/api/v1/database/', { database_name: 'Shop', sqlalchemy_uri: postgres.uri })
  const { id: dataset } = await post(page, '/api/v1/dataset/', { database, schema: 'public', table_name: 'orders' })
  const make = (slice_name: string, form: { viz_type: string; [control: string]: unknown }) =>
    post(page, '/api/v1/chart/', {
      slice_name,
      viz_type: form.viz_type,
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ datasource: `${dataset}__table`, ...form }),
    })
  const days = await make('Orders by day', {
    viz_type: 'echarts_area',
    x_axis: 'ordered_at',
    time_grain_sqla: 'P1D',
    metrics: ['count'],
    groupby: [],
  })
  const all = await make('All orders', { viz_type: 'big_number_total', metric: 'count' })
  const card = (id: string, chartId: number) => ({ [id]: { type: 'CHART', id, children: [], meta: { chartId, width: 6, height: 40 } } })
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'] },
    'ROW-a': { type: 'ROW', id: 'ROW-a', children: ['CHART-days', 'CHART-all'], meta: {} },
    ...card('CHART-days', days.id),
    ...card('CHART-all', all.id),
  }
  const headers = { 'X-CSRFToken': ((await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }).result }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data: { json_metadata: JSON.stringify({ positions }) }, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('a span of a time axis filters the other charts when the pointer is released, and asks nothing before', async ({ page }) => {
  await makeOrders(page, 'orders-to-brush')
  await page.goto('/superset/dashboard/orders-to-brush/')
  const card = (name: string) => page.getByRole('article', { name, exact: true })
  const count = card('All orders').locator('[data-status=done]')
  await expect(count).toHaveText(/5,000|5k/i)
  const days = card('Orders by day').getByRole('img').first()
  await days.hover({ position: { x: 150, y: 90 } })
  await expect(card('Orders by day').locator('[class*=brushable]')).toBeVisible()
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/v1/chart/data') && asked.push(request.url()))

  const { x = 0, y = 0, width = 0, height = 0 } = (await days.boundingBox()) ?? {}
  const chips = page.getByRole('group', { name: 'Filters in force' })
  await page.mouse.move(x + 0.3 * width, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 0.6 * width, y + height / 2, { steps: 6 })
  await expect(card('Orders by day').locator('[class*=brush]:not([class*=brushable])')).toBeVisible()
  await expect(chips).toBeHidden()
  expect(asked).toEqual([])
  await page.mouse.up()
  await expect(chips).toContainText(/2024-\d\d-\d\d – 2024-\d\d-\d\d/)
  await expect(count).not.toHaveText(/5,000|5k/i)
})
