import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { makeDashboard } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

const area = (page: Page) => page.getByRole('article', { name: 'Winter storms and June thunder cost the most time', exact: true })
const chips = (page: Page) => page.getByRole('group', { name: 'Filters in force' })
const band = (page: Page) => area(page).locator('[class*=brush]:not([class*=brushable])')
const figure = (page: Page) => page.getByRole('article', { name: 'Flights', exact: true }).getByRole('img').first()

/** The dashboard with its area chart listening. */
const open = async (page: Page) => {
  await page.goto('/superset/dashboard/flights/')
  await settled(page)
  const chart = area(page).getByRole('img').first()
  await chart.scrollIntoViewIfNeeded()
  await expect(area(page).locator('[data-status]')).toHaveAttribute('data-status', 'done')
  await expect(chart.locator('canvas')).toBeVisible()
  await chart.hover({ position: { x: 150, y: 90 } })
  await expect(area(page).locator('[class*=brushable]')).toBeVisible()
  const { x = 0, y = 0, width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  return { chart, at: (share: number): [number, number] => [x + share * width, y + height / 2] }
}

/** A dashboard with a count of films and a histogram of their ratings that listens. */
const openHistogram = async (page: Page) => {
  const id = await makeDashboard(page, 'histogram', () => [])
  const charts = (await (await page.request.get(`/api/v1/dashboard/${id}/charts`)).json()) as {
    result: { id: number; slice_name: string }[]
  }
  const rating = charts.result.find(({ slice_name }) => slice_name === 'Six studios share the market')
  const headers = { 'X-CSRFToken': ((await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }).result }
  const { result } = (await (await page.request.get(`/api/v1/chart/${rating?.id}`)).json()) as { result: { datasource_id: number } }
  const params = {
    viz_type: 'histogram_v2',
    datasource: `${result.datasource_id}__table`,
    column: 'IMDB Rating',
    bins: 20,
    row_limit: 10_000,
  }
  const data = {
    slice_name: 'Ratings',
    viz_type: 'histogram_v2',
    datasource_id: result.datasource_id,
    datasource_type: 'table',
    params: JSON.stringify(params),
    dashboards: [id],
  }
  const made = await page.request.post('/api/v1/chart/', { data, headers })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto(`/superset/dashboard/${id}/`)
  await settled(page)
  const card = page.getByRole('article', { name: 'Ratings', exact: true })
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('canvas').first()).toBeVisible()
  await card
    .getByRole('img')
    .first()
    .hover({ position: { x: 100, y: 80 } })
  await expect(card.locator('[class*=brushable]')).toBeVisible()
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.getByRole('img').first().boundingBox()) ?? {}
  return (share: number): [number, number] => [x + share * width, y + height / 2]
}

test('dragging over a time axis filters the other charts while the mouse moves, and the span is kept and shared', async ({ page }) => {
  const { at } = await open(page)
  const before = await figure(page).innerHTML()
  await page.mouse.move(...at(0.3))
  await page.mouse.down()
  await page.mouse.move(...at(0.6), { steps: 8 })
  await expect(chips(page)).toContainText(/2001-\d\d-\d\d – 2001-\d\d-\d\d/)
  await expect.poll(() => figure(page).innerHTML()).not.toBe(before)
  await page.mouse.up()
  await settled(page)
  await expect(band(page)).toBeVisible()
  const chip = (await chips(page).innerText()).trim()
  const shown = await figure(page).innerHTML()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])

  await expect(page).toHaveURL(/native_filters_key=/)
  await page.reload()
  await settled(page)
  expect((await chips(page).innerText()).trim()).toBe(chip)
  await expect(band(page)).toBeVisible()
  await expect.poll(() => figure(page).innerHTML()).toBe(shown)

  await area(page)
    .getByRole('img')
    .first()
    .dblclick({ position: { x: 150, y: 90 } })
  await expect(chips(page)).toBeHidden()
  await expect(band(page)).toBeHidden()
  await expect.poll(() => figure(page).innerHTML()).toBe(before)
})

test('Escape takes a drag back', async ({ page }) => {
  const { at } = await open(page)
  await page.mouse.move(...at(0.3))
  await page.mouse.down()
  await page.mouse.move(...at(0.6), { steps: 4 })
  await expect(chips(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chips(page)).toBeHidden()
  await expect(band(page)).toBeHidden()
  await page.mouse.up()
})

test('arrow keys select and move a span, Shift changes its end, Escape clears it', async ({ page }) => {
  const { chart } = await open(page)
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect(chips(page)).toContainText('–')
  const ends = async () => ((await chips(page).innerText()).match(/\d{4}-\d\d-\d\d/g) ?? []).map((day) => Date.parse(day))
  const [start = 0, end = 0] = await ends()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await ends())[1]).toBeGreaterThan(end)
  expect((await ends())[0]).toBe(start)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await ends())[0]).toBeGreaterThan(start)
  await page.keyboard.press('Escape')
  await expect(chips(page)).toBeHidden()
})

test('by touch a long press starts a drag', async ({ browser, baseURL, page }) => {
  const storageState = await page.context().storageState()
  const context = await browser.newContext({
    storageState,
    hasTouch: true,
    viewport: { width: 1024, height: 800 },
    ...(baseURL && { baseURL }),
  })
  const touched = await context.newPage()
  const { at } = await open(touched)
  const devtools = await context.newCDPSession(touched)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) => {
    const [x = 0, y = 0] = share === undefined ? [] : at(share)
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints: share === undefined ? [] : [{ x, y }] })
  }
  await touch('touchStart', 0.4)
  await expect(band(touched)).toBeVisible()
  for (const share of [0.45, 0.5, 0.6]) await touch('touchMove', share)
  await touch('touchEnd')
  await expect(chips(touched)).toContainText(/2001-\d\d-\d\d.* – 2001-\d\d-\d\d/)
  await context.close()
})

test('dragging over a histogram filters by its numbers, by keyboard, too', async ({ page }) => {
  const at = await openHistogram(page)
  const label = page.getByRole('group', { name: 'Filters in force' })
  const count = page.getByRole('article', { name: 'Films', exact: true })
  const before = await count.innerText()
  await page.mouse.move(...at(0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.7), { steps: 6 })
  await expect(label).toContainText(/\d – \d/)
  await expect.poll(() => count.innerText()).not.toBe(before)
  await page.mouse.up()
  await settled(page)
  await page.getByRole('article', { name: 'Ratings', exact: true }).getByRole('img').first().focus()
  await page.keyboard.press('Escape')
  await expect(label).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(label).toContainText(/\d – \d/)
})
