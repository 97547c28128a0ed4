import type { Page, Request } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { allTypes, bar, choose, fieldOf, figure, makeDashboard, names, on, textOf } from './filtered-dashboard.ts'
import { post } from './postgres.ts'
import { expect, settled, test } from './server.ts'

type Asked = { form_data?: { native_filter_id?: string }; queries: { filters?: { col: string; val: unknown }[] }[] }
const askedBy = (request: Request): Asked | null =>
  request.url().includes('/api/v1/chart/data') ? (request.postDataJSON() as Asked) : null
const isOfFilter = (request: Request, id: string) => askedBy(request)?.form_data?.native_filter_id === id

const metadataOf = async (page: Page, id: number): Promise<object> => {
  const { result } = (await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as { result: { json_metadata: string } }
  return JSON.parse(result.json_metadata) as object
}

test('applied filters affect the charts in scope, depend on each other, survive a reload, and can be cleared', async ({ page }) => {
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

test('charts never wait for filter values, and a value can be typed before they are loaded', async ({ page }) => {
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

test('a filter can be set and applied while charts load, and only its response is drawn', async ({ page }) => {
  const id = await makeDashboard(page, 'set-while-loading', (dataset) => allTypes(dataset).slice(0, 1))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/chart/data*', async (route) => {
    const isUnfilteredChart = !askedBy(route.request())?.form_data?.native_filter_id && !route.request().postData()?.includes('Western')
    if (isUnfilteredChart) await held
    await route.continue().catch(() => undefined)
  })
  await page.goto(`/superset/dashboard/${id}/`)
  await choose(page, 'Genre', 'Western')
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page)).toBeVisible()
  const western = await textOf(page)
  release()
  await settled(page)
  expect(await textOf(page)).toBe(western)
})

test('a required filter selects its first value by default, and a stale response is never drawn', async ({ page }) => {
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

test('a value beyond the first thousand is found by the server while a person types', async ({ page }) => {
  const filter = { id: 'NATIVE_FILTER-title', name: 'Film', filterType: 'filter_select' }
  const id = await makeDashboard(page, 'many-values', (dataset) => [{ ...filter, ...on(dataset, 'Title') }])
  await page.goto(`/superset/dashboard/${id}/`)
  const input = fieldOf(page, 'Film').getByRole('combobox')
  await expect(input).toHaveAttribute('placeholder', '1,000 options')
  const searched = page.waitForRequest(
    (request) =>
      isOfFilter(request, filter.id) && (request.postData() ?? '').includes('"ILIKE"') && (request.postData() ?? '').includes('%zodia%'),
  )
  await input.pressSequentially('zodia')
  await searched
  await page.getByRole('option', { name: 'Zodiac', exact: true }).click()
  await input.press('Escape')
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page)).toHaveText(/^1\D/)
})

test('columns that are chosen in a filter of groupings become columns of the tables', async ({ page }) => {
  let dataset = 0
  const id = await makeDashboard(page, 'grouped-by-choice', (datasetId) => {
    dataset = datasetId
    return [{ id: 'NATIVE_FILTER-by', name: 'Break down by', filterType: 'filter_groupby', targets: [{ datasetId }] }]
  })
  const params = { viz_type: 'table', query_mode: 'aggregate', groupby: ['MPAA Rating'], metrics: ['count'], row_limit: 50 }
  const chart = await post(page, '/api/v1/chart/', {
    slice_name: 'Ratings',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ ...params, datasource: `${dataset}__table` }),
  })
  const position = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'] },
    'ROW-a': { type: 'ROW', id: 'ROW-a', children: ['CHART-a'], meta: {} },
    'CHART-a': { type: 'CHART', id: 'CHART-a', children: [], meta: { chartId: chart.id, sliceName: 'Ratings', width: 12, height: 50 } },
  }
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const placed = await page.request.put(`/api/v1/dashboard/${id}`, {
    data: {
      position_json: JSON.stringify(position),
      json_metadata: JSON.stringify({ ...(await metadataOf(page, id)), positions: position }),
    },
    headers: { 'X-CSRFToken': token },
  })
  expect(placed.status(), await placed.text()).toBe(200)
  await page.goto(`/superset/dashboard/${id}/`)
  const headers = page.getByRole('article', { name: 'Ratings' }).getByRole('columnheader')
  await expect(headers).toHaveCount(2)
  await choose(page, 'Break down by', 'Major Genre')
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(headers).toHaveCount(3)
  await expect(headers.filter({ hasText: 'Major Genre' })).toBeVisible()
  await settled(page)
  await page.reload()
  await expect(headers).toHaveCount(3)
})

test('on a phone the filters open in a drawer, and a bar hidden by the URL is absent', async ({ page }) => {
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
