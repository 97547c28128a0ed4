import type { Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, settled, test } from './server.ts'

type Chart = { id: number; slice_name: string; form_data: { datasource: string } }

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const component = (type: string, id: string, children: string[], meta: object = {}) => ({ [id]: { type, id, children, meta } })
const card = (id: string, chartId: number) => component('CHART', id, [], { chartId, width: 6, height: 50 })

/** A dashboard with a filter box for genres and a chart that it filters. */
const boxed = async (page: Page, slug: string) => {
  const charts = await get<Chart[]>(page, '/api/v1/dashboard/films/charts')
  const films = charts.find(({ slice_name }) => slice_name === 'Films')
  const filter_configs = [{ column: 'Major Genre', label: 'Genre of the box', multiple: true }]
  const box = await post(page, '/api/v1/chart/', {
    slice_name: 'Choices',
    viz_type: 'filter_box',
    datasource_id: Number.parseInt(films?.form_data.datasource ?? '', 10),
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'filter_box', filter_configs, date_filter: true }),
  })
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug, published: true })
  const positions = {
    ...component('ROOT', 'ROOT_ID', ['GRID_ID']),
    ...component('GRID', 'GRID_ID', ['ROW-a']),
    ...component('ROW', 'ROW-a', ['CHART-box', 'CHART-films']),
    ...card('CHART-box', box.id),
    ...card('CHART-films', films?.id ?? 0),
  }
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data: { json_metadata: JSON.stringify({ positions }) }, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('a filter box filters the charts of a dashboard, and a review turns it into native filters that a save stores', async ({ page }) => {
  await boxed(page, 'boxed')
  await page.goto('/superset/dashboard/boxed/')
  const dialog = page.getByRole('dialog', { name: 'Ready to review filters in this dashboard?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const box = page.getByRole('article', { name: 'Choices' })
  await expect(box.getByRole('group', { name: 'Time Range' })).toBeVisible()
  await box.getByRole('combobox', { name: /Genre of the box/ }).fill('West')
  await page.getByRole('option', { name: 'Western' }).click()
  await page.keyboard.press('Escape')
  const filtered = page.waitForRequest((request) => request.url().includes('/chart/data') && (request.postData() ?? '').includes('Western'))
  await box.getByRole('button', { name: 'Apply' }).click()
  await filtered
  await settled(page)

  await box.getByRole('button', { name: 'Replace by filters' }).click()
  await expect(page.getByText('The filters of “Choices” are now in the filter bar.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(box).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()

  const { position_json, json_metadata } = await get<{ position_json: string; json_metadata: string }>(page, '/api/v1/dashboard/boxed')
  expect(JSON.parse(position_json)).not.toHaveProperty(['CHART-box'])
  expect((JSON.parse(json_metadata) as { native_filter_configuration: unknown[] }).native_filter_configuration).toHaveLength(2)
  await page.goto('/superset/dashboard/boxed/')
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByRole('group', { name: 'Genre of the box' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
