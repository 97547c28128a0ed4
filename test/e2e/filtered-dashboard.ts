import type { Page } from '@playwright/test'
import { expect } from './server.ts'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

export const names = ['Films', 'Average rating', 'Six studios share the market']

export type Filter = Record<string, unknown>

/** A dashboard of three charts of films, the last in no filter's scope, with these filters. */
export const makeDashboard = async (page: Page, slug: string, filtersOf: (dataset: number) => Filter[]): Promise<number> => {
  const charts = await get<{ id: number; slice_name: string; form_data: { datasource: string } }[]>(page, '/api/v1/dashboard/films/charts')
  const chosen = names.map((name) => charts.find(({ slice_name }) => slice_name === name))
  const dataset = Number.parseInt(chosen[0]?.form_data.datasource ?? '', 10)
  const cells = chosen.map((chart, i) => ({
    type: 'CHART',
    id: `CHART-${i}`,
    children: [],
    meta: { chartId: chart?.id, sliceName: names[i], width: 4, height: 30 },
  }))
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'] },
    'ROW-a': { type: 'ROW', id: 'ROW-a', children: ['CHART-0', 'CHART-1', 'CHART-2'], meta: {} },
    ...Object.fromEntries(cells.map((cell) => [cell.id, cell])),
  }
  const scope = { rootPath: ['ROOT_ID'], excluded: [chosen[2]?.id] }
  const native_filter_configuration = filtersOf(dataset).map((filter) => ({ type: 'NATIVE_FILTER', scope, ...filter }))
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const made = await page.request.post('/api/v1/dashboard/', { data: { dashboard_title: slug, slug }, headers })
  const { id } = (await made.json()) as { id: number }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, {
    data: { json_metadata: JSON.stringify({ positions, native_filter_configuration }) },
    headers,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return id
}

export const on = (datasetId: number, name: string) => ({ targets: [{ datasetId, column: { name } }] })

export const allTypes = (dataset: number): Filter[] => [
  { id: 'NATIVE_FILTER-genre', name: 'Genre', filterType: 'filter_select', description: 'Main genre', ...on(dataset, 'Major Genre') },
  {
    id: 'NATIVE_FILTER-studio',
    name: 'Distributor',
    filterType: 'filter_select',
    cascadeParentIds: ['NATIVE_FILTER-genre'],
    controlValues: { multiSelect: false },
    ...on(dataset, 'Distributor'),
  },
  { id: 'NATIVE_FILTER-rating', name: 'IMDb rating', filterType: 'filter_range', ...on(dataset, 'IMDB Rating') },
  { id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'Time', description: 'Range, column and grain' },
  { id: 'NATIVE_FILTER-time', name: 'Released', filterType: 'filter_time', targets: [{}] },
  { id: 'NATIVE_FILTER-column', name: 'Time column', filterType: 'filter_timecolumn', targets: [{ datasetId: dataset }] },
  { id: 'NATIVE_FILTER-grain', name: 'Time grain', filterType: 'filter_timegrain', targets: [{ datasetId: dataset }] },
]

export const bar = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
export const fieldOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
export const figure = (page: Page) => page.getByRole('article', { name: 'Films', exact: true }).locator('[data-status=done]')

export const textOf = async (page: Page) => (await figure(page).textContent()) ?? ''

export const choose = async (page: Page, name: string, text: string) => {
  const input = fieldOf(page, name).getByRole('combobox')
  await input.fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
  await input.press('Escape')
}
