import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

/** Waits until every card of the open tab is drawn, by scrolling down to it, and none is empty or failed. */
const allDrawn = async (page: Page): Promise<number> => {
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  const count = await cards.count()
  for (let i = 0; i < count; i++) {
    const card = cards.nth(i)
    await card.scrollIntoViewIfNeeded()
    const name = (await card.getAttribute('aria-label')) ?? ''
    await expect(card.locator('[data-status]'), name).toHaveAttribute('data-status', 'done')
    await expect(card.getByRole('img').or(card.getByRole('table')).or(card.getByRole('grid')).first(), name).toBeVisible()
  }
  return count
}

for (const slug of ['films', 'flights', 'world', 'economy'])
  test(`every card of every tab of ${slug} is drawn`, async ({ page }) => {
    await page.goto(`/superset/dashboard/${slug}/`)
    expect(await allDrawn(page)).toBeGreaterThan(0)
    const tabs = page.getByRole('main').getByRole('tab')
    for (let i = 0; i < (await tabs.count()); i++) {
      await tabs.nth(i).click()
      expect(await allDrawn(page)).toBeGreaterThan(0)
    }
  })

test('a card shows its query, exports CSV, links to explore, and can be refreshed', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const card = page.getByRole('article', { name: /^PG-13/ })
  await expect(card.getByRole('img').first()).toBeVisible()
  const choose = async (name: string) => {
    await card.getByRole('button', { name: /^Actions of/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await choose('View query')
  const query = page.getByRole('dialog', { name: /^Query of/ })
  await expect(query).toContainText('SELECT')
  await page.keyboard.press('Escape')
  await expect(query).toBeHidden()

  await choose('View as table')
  const numbers = page.getByRole('dialog', { name: /^Chart Data/ })
  await expect(numbers.getByRole('grid')).toContainText('PG-13')
  await numbers.getByRole('searchbox').or(numbers.getByRole('textbox')).fill('no such value')
  await expect(numbers.getByRole('grid')).not.toContainText('PG-13')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(numbers).toBeHidden()

  const coming = page.waitForEvent('download')
  await choose('Export to .CSV')
  const text = readFileSync(await (await coming).path(), 'utf8')
  expect(text).toContain('PG-13')
  expect(text.trim().split('\n').length).toBeGreaterThan(3)

  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/chart/data'))
  await choose('Force refresh')
  expect((await asked).postDataJSON()).toMatchObject({ force: true })
  await expect(card).toHaveAttribute('aria-busy', 'false')

  await choose('Enter fullscreen')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await page.keyboard.press('Escape')

  await choose('Edit chart')
  await page.waitForURL(/\/explore\/\?.*slice_id=\d+/)
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue(/^PG-13/)
})

test('the whole dashboard is refreshed, opened by id or by slug', async ({ page }) => {
  const answer = await page.request.get('/api/v1/dashboard/films')
  const { result } = (await answer.json()) as { result: { id: number; dashboard_title: string } }
  await page.goto(`/superset/dashboard/${result.id}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(result.dashboard_title)
  const count = await allDrawn(page)
  let forced = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/chart/data') && (request.postDataJSON() as { force?: boolean }).force) forced++
  })
  await page.getByRole('button', { name: 'Refresh dashboard' }).click()
  await expect.poll(() => forced).toBeGreaterThan(1)
  await expect(page.getByRole('button', { name: 'Refresh dashboard' })).toBeVisible()
  expect(await allDrawn(page)).toBe(count)
})

test('a clicked bar filters the other charts, also after a reload, until the filter is removed', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const figure = page.getByRole('article', { name: 'Films', exact: true }).getByRole('img').first()
  await expect(figure).toHaveText(/\d/)
  const before = await figure.textContent()
  const bars = page.getByRole('article', { name: 'Six studios share the market' }).locator('canvas')
  await bars.scrollIntoViewIfNeeded()
  await bars.click({ position: { x: 200, y: 20 } })
  const chips = page.getByRole('group', { name: 'Filters in force' })
  await expect(chips).toContainText(/Distributor: \w/)
  await expect.poll(() => figure.textContent()).not.toBe(before)
  await expect(page).toHaveURL(/native_filters_key=/)
  await page.reload()
  await expect(chips).toContainText(/Distributor: \w/)
  await chips.getByRole('button', { name: 'Clear “Distributor”' }).click()
  await expect.poll(() => figure.textContent()).toBe(before)
})

test('a dashboard or chart without access says whom to ask', async ({ page }) => {
  await page.route('**/api/v1/dashboard/films**', (route) => route.fulfill({ status: 403, json: { message: 'Forbidden' } }))
  await page.goto('/superset/dashboard/films/')
  await expect(page.getByRole('heading', { name: 'You have no access to this dashboard' })).toBeVisible()
  await expect(page.getByText('Ask one of its owners')).toBeVisible()
  await page.route('**/api/v1/explore/?*', (route) => route.fulfill({ status: 403, json: { message: 'Forbidden' } }))
  await page.goto('/explore/?slice_id=1')
  await expect(page.getByRole('heading', { name: 'You have no access to this chart’s data' })).toBeVisible()
})

test('a dashboard that does not exist, or that may not be seen, says so', async ({ page }) => {
  await page.goto('/superset/dashboard/nothing-here/')
  await expect(page.getByRole('heading', { name: 'This dashboard was not found' })).toBeVisible()
  await expect(page.getByText('or you have no access to it')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All dashboards' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the cards are stacked without horizontal scrolling', async ({ page }) => {
    await page.goto('/superset/dashboard/films/')
    await allDrawn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    const [first, second] = await Promise.all([0, 1].map((i) => page.getByRole('article').nth(i).boundingBox()))
    expect(second?.x).toBe(first?.x)
    expect(second?.y).toBeGreaterThan(first?.y ?? 0)
  })
})

test('hovering a mark shows its values at once', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const card = page.getByRole('article', { name: 'PG-13 earns nearly half of the money' })
  const box = await card.locator('canvas').first().boundingBox()
  if (!box) throw new Error('The ring is not drawn')
  await page.mouse.move(box.x + box.width / 2 + box.height * 0.31, box.y + box.height / 2)
  await expect(card.getByText('$113B')).toBeVisible()
})
