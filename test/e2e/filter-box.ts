import type { Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect } from './server.ts'

type Chart = { id: number; slice_name: string; form_data: { datasource: string } }

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const component = (type: string, id: string, children: string[], meta: object = {}) => ({ [id]: { type, id, children, meta } })
const card = (id: string, chartId: number) => component('CHART', id, [], { chartId, width: 6, height: 50 })

/** A dashboard with a filter box for genres and a chart that it filters. */
export const boxed = async (page: Page, slug: string): Promise<{ boxId: number }> => {
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
  return { boxId: box.id }
}
