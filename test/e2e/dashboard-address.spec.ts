import type { Page } from '@playwright/test'
import { allTypes, bar, fieldOf, figure, makeDashboard, names, textOf } from './filtered-dashboard.ts'
import { boxed } from './filter-box.ts'
import { expect, settled, test } from './server.ts'

const preselect = (values: object) => `preselect_filters=${encodeURIComponent(JSON.stringify(values))}`

const cards = (page: Page) => page.getByRole('article')
const menusOf = (page: Page) => cards(page).getByRole('button', { name: /^Actions of/ })

test('values in preselect_filters are in force when the dashboard opens, and give way to what is set there', async ({ page }) => {
  const id = await makeDashboard(page, 'preselected', (dataset) => allTypes(dataset).slice(0, 1))
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  const before = await textOf(page)
  const address = `/superset/dashboard/${id}/?${preselect({ 99: { 'Major Genre': ['Documentary'] } })}`
  await page.goto(address)
  await expect(figure(page)).not.toHaveText(before)
  await expect(fieldOf(page, 'Genre')).toContainText('Documentary')

  await bar(page).getByRole('button', { name: 'Clear all' }).click()
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page)).toHaveText(before)
  await expect(page).toHaveURL(/native_filters_key=/)
  await settled(page)
  await page.reload()
  await expect(figure(page)).toHaveText(before)
  await page.goto(`/superset/dashboard/${id}/?${preselect({})}&preselect_filters=%7Bbroken`)
  await expect(figure(page)).toHaveText(before)
})

test('values in preselect_filters fill the fields of the filter box that they name', async ({ page }) => {
  const { boxId } = await boxed(page, 'preselected-box')
  await page.goto(
    `/superset/dashboard/preselected-box/?${preselect({ [boxId]: { 'Major Genre': ['Western'], __time_range: '1990 : 2000' } })}`,
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const box = page.getByRole('article', { name: 'Choices' })
  await expect(box.getByRole('group', { name: 'Genre of the box' })).toContainText('Western')
  await expect(box.getByRole('group', { name: 'Time Range' })).toContainText('1990')
  await expect(figure(page)).toBeVisible()
  const all = await textOf(page)
  await page.goto('/superset/dashboard/preselected-box/')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(figure(page)).not.toHaveText(all)
})

test('the filter bar stands as the URL says, and is gone where the URL hides it', async ({ page }) => {
  const id = await makeDashboard(page, 'addressed-bar', (dataset) => allTypes(dataset).slice(0, 1))
  for (const [search, stands] of [
    ['', 'open'],
    ['expand_filters=1', 'open'],
    ['expand_filters=true', 'open'],
    ['expand_filters=0', 'closed'],
    ['expand_filters=false', 'closed'],
    ['show_filters=1', 'open'],
    ['show_filters=0', 'gone'],
    ['show_filters=false&expand_filters=1', 'gone'],
    ['standalone=2', 'open'],
    ['standalone=3', 'gone'],
  ] as const) {
    await page.goto(`/superset/dashboard/${id}/?${search}`)
    await expect(figure(page), search).toBeVisible()
    await expect(bar(page), search).toHaveCount(stands === 'gone' ? 0 : 1)
    await expect(fieldOf(page, 'Genre'), search).toBeVisible({ visible: stands === 'open' })
    await expect(page.getByRole('button', { name: 'Show filters' }), search).toBeVisible({ visible: stands === 'closed' })
  }
})

test('each bit of uiConfig hides its own part', async ({ page }) => {
  const parts = {
    title: page.getByRole('heading', { level: 1 }),
    tabs: page.getByRole('main').getByRole('tablist'),
    topBar: page.getByRole('navigation', { name: 'Sections' }),
    menus: menusOf(page).first(),
  }
  for (const [uiConfig, hidden] of [
    [0, []],
    [1, ['title']],
    [2, ['tabs']],
    [4, ['topBar']],
    [8, ['menus']],
    [15, ['title', 'tabs', 'topBar', 'menus']],
  ] as const) {
    await page.goto(`/superset/dashboard/flights/?uiConfig=${uiConfig}`)
    await expect(cards(page).first()).toBeVisible()
    await cards(page).first().hover()
    for (const [name, part] of Object.entries(parts))
      await expect(part, `${name} with ${uiConfig}`).toBeVisible({ visible: !hidden.some((each) => each === name) })
  }
})

test('a focused chart is scrolled to and outlined, and leaves the URL', async ({ page }) => {
  const answer = await page.request.get('/api/v1/dashboard/films/charts')
  const { result } = (await answer.json()) as { result: { id: number; slice_name: string }[] }
  await page.goto('/superset/dashboard/films/')
  const last = (await cards(page).last().getAttribute('aria-label')) ?? ''
  await expect(cards(page).last()).not.toBeInViewport()
  const chart = result.find(({ slice_name }) => slice_name === last)
  expect(names).not.toContain(last)
  await page.goto(`/superset/dashboard/films/?focused_chart=${chart?.id}&year=2020`)
  await expect(page.locator('[data-focused]').getByRole('article', { name: last })).toBeInViewport()
  await expect(page).toHaveURL(/\/films\/\?year=2020$/)
  await expect(page.locator('[data-focused]')).toHaveCount(0)
})

test('URL parameters select which parts of the page are shown', async ({ page }) => {
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const title = page.getByRole('heading', { level: 1 })
  for (const [address, hasBar, hasTitle] of [
    ['/dashboard/flights/', true, true],
    ['/superset/dashboard/flights/?standalone=0', true, true],
    ['/superset/dashboard/flights/?standalone=1', false, true],
    ['/superset/dashboard/flights/?uiConfig=4', false, true],
    ['/superset/dashboard/flights/?standalone=2', false, false],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('article').first(), address).toBeVisible()
    await expect(sections, address).toBeVisible({ visible: hasBar })
    await expect(title, address).toBeVisible({ visible: hasTitle })
  }
})
