import type { Page, Request } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const names = ['Films', 'Average rating', 'Six studios share the market']

type Filter = Record<string, unknown>

/** A dashboard of three charts of films, the last in no filter's scope, with these filters. */
const makeDashboard = async (page: Page, slug: string, filtersOf: (dataset: number) => Filter[]): Promise<number> => {
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

const on = (datasetId: number, name: string) => ({ targets: [{ datasetId, column: { name } }] })

const allTypes = (dataset: number): Filter[] => [
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

const bar = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const fieldOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const figure = (page: Page) => page.getByRole('article', { name: 'Films', exact: true }).locator('[data-status=done]')

const textOf = async (page: Page) => (await figure(page).textContent()) ?? ''

const choose = async (page: Page, name: string, text: string) => {
  const input = fieldOf(page, name).getByRole('combobox')
  await input.fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
  await input.press('Escape')
}

type Asked = { form_data?: { native_filter_id?: string }; queries: { filters?: { col: string; val: unknown }[] }[] }
const askedBy = (request: Request): Asked | null =>
  request.url().includes('/api/v1/chart/data') ? (request.postDataJSON() as Asked) : null
const isOfFilter = (request: Request, id: string) => askedBy(request)?.form_data?.native_filter_id === id

test('filters narrow the charts in scope once applied, depend on each other, survive a reload, and are cleared', async ({ page }) => {
  const id = await makeDashboard(page, 'filtered', allTypes)
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  const before = await textOf(page)
  const apply = bar(page).getByRole('button', { name: 'Apply filters' })
  await expect(apply).toBeDisabled()

  const asksAgain = page.waitForRequest(
    (request) => isOfFilter(request, 'NATIVE_FILTER-studio') && JSON.stringify(askedBy(request)?.queries).includes('Documentary'),
  )
  await choose(page, 'Genre', 'Documentary')
  await asksAgain
  expect(await textOf(page)).toBe(before)
  await apply.click()
  await expect(figure(page)).not.toHaveText(before)
  const narrowed = await textOf(page)
  await expect(page.getByRole('article', { name: 'Films', exact: true }).getByRole('button', { name: '1 filter applies' })).toBeVisible()
  await expect(page.getByRole('article', { name: names[2] ?? '' }).getByRole('button', { name: /filter appl/ })).toHaveCount(0)

  const rating = fieldOf(page, 'IMDb rating').getByRole('textbox', { name: 'IMDb rating: at least' })
  await rating.fill('8')
  await rating.press('Enter')
  await apply.click()
  await expect(figure(page)).not.toHaveText(narrowed)
  const both = await textOf(page)
  await expect(page).toHaveURL(/native_filters_key=/)
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])

  await page.reload()
  await expect(figure(page)).toHaveText(both)
  await expect(fieldOf(page, 'Genre')).toContainText('Documentary')
  await expect(rating).toHaveValue('8')

  await bar(page).getByRole('button', { name: 'Clear all' }).click()
  expect(await textOf(page)).toBe(both)
  await apply.click()
  await expect(figure(page)).toHaveText(before)
})

test('charts never wait for the values of a filter, and a value can be typed before they are there', async ({ page }) => {
  const id = await makeDashboard(page, 'typed-filter', (dataset) => allTypes(dataset).slice(0, 1))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/chart/data*', async (route) => {
    if (isOfFilter(route.request(), 'NATIVE_FILTER-genre')) await held
    await route.continue().catch(() => undefined)
  })
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  const before = await textOf(page)
  const input = fieldOf(page, 'Genre').getByRole('combobox')
  await input.fill('Drama')
  await page.getByRole('option', { name: 'Use “Drama”' }).click()
  await input.press('Escape')
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page)).not.toHaveText(before)
  release()
  await expect(fieldOf(page, 'Genre')).toContainText('Drama')
})

test('a required filter takes its first value by itself, and the answer of an earlier choice never paints', async ({ page }) => {
  const id = await makeDashboard(page, 'first-item', (dataset) => [
    {
      id: 'NATIVE_FILTER-genre',
      name: 'Genre',
      filterType: 'filter_select',
      requiredFirst: true,
      controlValues: { defaultToFirstItem: true, enableEmptyFilter: true, multiSelect: false },
      ...on(dataset, 'Major Genre'),
    },
  ])
  const genresAsked: unknown[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/chart/data*', async (route) => {
    const asked = askedBy(route.request())
    if (asked && !asked.form_data?.native_filter_id) {
      const [genre] = [asked.queries[0]?.filters?.find(({ col }) => col === 'Major Genre')?.val].flat()
      genresAsked.push(genre)
      if (genre === 'Drama') await held
    }
    await route.continue().catch(() => undefined)
  })
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  await expect(fieldOf(page, 'Genre').getByRole('combobox')).toHaveValue('Action')
  expect(genresAsked).toContain('Action')
  const action = await textOf(page)
  const apply = bar(page).getByRole('button', { name: 'Apply filters' })
  await choose(page, 'Genre', 'Drama')
  await apply.click()
  await expect.poll(() => genresAsked.includes('Drama')).toBe(true)
  await choose(page, 'Genre', 'Western')
  await apply.click()
  await expect(figure(page)).not.toHaveText(action)
  const western = await textOf(page)
  release()
  await settled(page)
  expect(await textOf(page)).toBe(western)
})

test('on a phone the filters open as a drawer, and a bar that the address hides is not there', async ({ page }) => {
  const id = await makeDashboard(page, 'phone-filters', (dataset) => allTypes(dataset).slice(0, 1))
  await page.goto(`/superset/dashboard/${id}/?show_filters=0`)
  await expect(figure(page)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.goto(`/superset/dashboard/${id}/?expand_filters=0`)
  await bar(page).getByRole('button', { name: 'Show filters' }).click()
  await expect(fieldOf(page, 'Genre')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await choose(page, 'Genre', 'Drama')
  await drawer.getByRole('button', { name: 'Apply filters' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('group', { name: 'Filters in force' })).toContainText('Drama')
})
