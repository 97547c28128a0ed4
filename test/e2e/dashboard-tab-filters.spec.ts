import type { Page } from '@playwright/test'
import { bar, choose, fieldOf, on } from './filtered-dashboard.ts'
import { post } from './postgres.ts'
import { expect, test } from './server.ts'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

/** Two tabs with a chart of films each: a filter of the whole dashboard, one of the second tab, and a text in the first. */
const makeTabs = async (page: Page, slug: string) => {
  const charts = await get<{ id: number; slice_name: string; form_data: { datasource: string } }[]>(page, '/api/v1/dashboard/films/charts')
  const [films, rating] = ['Films', 'Average rating'].map((name) => charts.find(({ slice_name }) => slice_name === name))
  const dataset = Number.parseInt(films?.form_data.datasource ?? '', 10)
  const part = (type: string, id: string, children: string[], meta = {}) => ({ [id]: { type, id, children, meta } })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [] },
    ...part('TABS', 'TABS-1', ['TAB-a', 'TAB-b']),
    ...part('TAB', 'TAB-a', ['ROW-a'], { text: 'All of them' }),
    ...part('TAB', 'TAB-b', ['ROW-b'], { text: 'By studio' }),
    ...part('ROW', 'ROW-a', ['CHART-a', 'MARKDOWN-a']),
    ...part('ROW', 'ROW-b', ['CHART-b']),
    ...part('CHART', 'CHART-a', [], { chartId: films?.id, sliceName: 'Films', width: 4, height: 30 }),
    ...part('MARKDOWN', 'MARKDOWN-a', [], { code: 'About westerns', width: 4, height: 30 }),
    ...part('CHART', 'CHART-b', [], { chartId: rating?.id, sliceName: 'Average rating', width: 4, height: 30 }),
  }
  const filter = { type: 'NATIVE_FILTER', filterType: 'filter_select', controlValues: { multiSelect: true } }
  const native_filter_configuration = [
    { ...filter, id: 'NATIVE_FILTER-genre', name: 'Genre', scope: { rootPath: ['ROOT_ID'], excluded: [] }, ...on(dataset, 'Major Genre') },
    { ...filter, id: 'NATIVE_FILTER-studio', name: 'Studio', scope: { rootPath: ['TAB-b'], excluded: [] }, ...on(dataset, 'Distributor') },
  ]
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug })
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const data = { json_metadata: JSON.stringify({ positions, native_filter_configuration }) }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

const drawn = (page: Page, name: string) => page.getByRole('article', { name, exact: true }).locator('[data-status=done]')
const openTab = (page: Page, name: string) => page.getByRole('main').getByRole('tab', { name }).click()
const apply = (page: Page) => bar(page).getByRole('button', { name: 'Apply filters' }).click()

test('a filter of one tab stands in the bar while that tab is open, and filters it alone', async ({ page }) => {
  await makeTabs(page, 'filter-of-a-tab')
  await page.goto('/superset/dashboard/filter-of-a-tab/')
  await expect(drawn(page, 'Films')).toHaveText(/\d/)
  const films = (await drawn(page, 'Films').textContent()) ?? ''
  const section = bar(page).getByRole('region', { name: 'Filters of “By studio”' })
  await expect(section).toHaveCount(0)
  await expect(bar(page).getByRole('button', { name: 'Filters out of scope (1)' })).toBeVisible()

  await openTab(page, 'By studio')
  await expect(section.getByRole('group', { name: 'Studio' })).toBeVisible()
  await expect(section.getByRole('group', { name: 'Genre' })).toHaveCount(0)
  const left = (text: string) =>
    section
      .getByText(text, { exact: true })
      .evaluate((one) => one.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(one).paddingLeft))
  expect(await left('Filters of “By studio”')).toBe(await left('Studio'))
  const marked = page.getByRole('main').locator('[role=tab][data-marked=true]')
  await section.getByRole('group', { name: 'Studio' }).hover()
  await expect(marked).toHaveText(['By studio'])
  await bar(page).getByRole('group', { name: 'Genre' }).hover()
  await expect(marked).toHaveText(['All of them', 'By studio'])
  await expect(drawn(page, 'Average rating')).toHaveText(/\d/)
  const rating = (await drawn(page, 'Average rating').textContent()) ?? ''
  await choose(page, 'Studio', 'Walt Disney Pictures')
  await apply(page)
  await expect(drawn(page, 'Average rating')).not.toHaveText(rating)
  await openTab(page, 'All of them')
  await expect(drawn(page, 'Films')).toHaveText(films)
})

test('a card that is shown only for a value of a filter comes and goes with it', async ({ page }) => {
  await makeTabs(page, 'card-of-a-value')
  await page.goto('/superset/dashboard/card-of-a-value/?edit=true')
  const text = page.getByRole('main').getByText('About westerns')
  await page.getByRole('group', { name: /^Text About westerns/ }).hover()
  await page.getByRole('button', { name: 'Actions of Text About westerns' }).click()
  await page.getByRole('menuitem', { name: 'Show only when…' }).click()
  const dialog = page.getByRole('dialog', { name: 'When “About westerns” is shown' })
  const values = dialog.getByRole('combobox', { name: 'Values' })
  await values.fill('Western')
  await page.getByRole('option', { name: 'Western', exact: true }).click()
  await values.press('Escape')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Only when Genre is Western' })).toBeVisible()
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()

  await page.goto('/superset/dashboard/card-of-a-value/')
  await expect(drawn(page, 'Films')).toHaveText(/\d/)
  await expect(text).toHaveCount(0)
  await choose(page, 'Genre', 'Western')
  await apply(page)
  await expect(text).toBeVisible()
  await fieldOf(page, 'Genre')
    .getByRole('button', { name: /Western/ })
    .click()
  await apply(page)
  await expect(text).toHaveCount(0)
})
