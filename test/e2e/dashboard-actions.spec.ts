import { devices, type Locator, type Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, test, settled } from './server.ts'

const card = (page: Page, name: string | RegExp) => page.getByRole('article', { name, exact: true })
const filters = (page: Page) => page.getByRole('group', { name: 'Filters in force' })
const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result
const count = async (page: Page) => ((await (await page.request.get('/api/v1/dashboard/')).json()) as { count: number }).count
const studios = 'Six studios share the market'

const drawn = async (one: Locator) => {
  await one.scrollIntoViewIfNeeded()
  await expect(one.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  await expect(one.getByRole('img').first()).toBeVisible()
}

test.describe('on a phone', () => {
  const { viewport, userAgent, hasTouch, isMobile } = devices['Pixel 5']
  test.use({ viewport: { ...viewport, width: 390 }, userAgent, hasTouch, isMobile })

  test('a tap on a bar shows a tooltip with a filter action; only that action filters, and clears again', async ({ page }) => {
    await page.goto('/superset/dashboard/films/')
    const bars = card(page, studios)
    await drawn(bars)
    const canvas = bars.locator('canvas')
    const place = { x: 170, y: 20 }
    const offer = page.getByRole('button', { name: /^Filter by / })
    await expect(async () => {
      await canvas.tap({ position: place })
      await expect(offer).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(filters(page)).toHaveCount(0)
    const name = ((await offer.textContent()) ?? '').replace('Filter by ', '')
    await offer.tap()
    await expect(filters(page)).toContainText(`Distributor: ${name}`)
    await expect(offer).toBeHidden()
    await expect(async () => {
      await canvas.tap({ position: place })
      await expect(page.getByRole('button', { name: `Clear the filter “${name}”` })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await page.getByRole('button', { name: `Clear the filter “${name}”` }).tap()
    await expect(filters(page)).toHaveCount(0)
  })
})

test('indicators of a card stay in place when its menu appears', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bars = card(page, studios)
  await drawn(bars)
  await bars.locator('canvas').click({ position: { x: 200, y: 20 } })
  await expect(filters(page)).toContainText(/Distributor: \w/)
  const films = card(page, 'Films')
  await page.mouse.move(5, 300)
  const indicator = films.getByRole('button', { name: '1 filter applies' })
  await films.scrollIntoViewIfNeeded()
  const left = async () => (await indicator.boundingBox())?.x
  const before = await left()
  await films.getByRole('heading').hover()
  await expect(films.getByRole('button', { name: 'Actions of Films' })).toBeVisible()
  expect(await left()).toBe(before)
  await indicator.hover()
  expect(await left()).toBe(before)
  await expect(page.getByRole('dialog').getByText('Distributor', { exact: true })).toBeVisible()
})

test('offline every card keeps its picture, the page says so once, and recovers by itself', async ({ page, context }) => {
  await page.goto('/superset/dashboard/films/')
  const names = ['Films', 'Average rating']
  for (const name of names) await drawn(card(page, name))
  const figure = await card(page, 'Films').getByRole('img').first().textContent()
  await card(page, 'Films').hover()
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Refresh dashboard' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'The server could not be reached.' })
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText(/\d+ charts show their last picture/)
  expect(await card(page, 'Films').getByRole('img').first().textContent()).toBe(figure)
  await expect(page.getByText(/^Could not load/)).toHaveCount(0)

  // Also under a filter that nobody could be asked about.
  const bars = card(page, studios)
  await bars.scrollIntoViewIfNeeded()
  await bars.locator('canvas').click({ position: { x: 200, y: 20 } })
  await expect(filters(page)).toBeVisible()
  await expect(notice).toBeVisible()
  expect(await card(page, 'Films').getByRole('img').first().textContent()).toBe(figure)
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await expect.poll(() => card(page, 'Films').getByRole('img').first().textContent()).not.toBe(figure)
})

test('explore keeps its picture offline', async ({ page, context }) => {
  const charts = await get<{ id: number; slice_name: string }[]>(page, '/api/v1/dashboard/films/charts')
  await page.goto(`/explore/?slice_id=${charts.find(({ slice_name }) => slice_name === 'Films')?.id}`)
  const picture = page.locator('[data-picture]').getByRole('img').first()
  await expect(picture).toHaveText(/\d/)
  const figure = await picture.textContent()
  await context.setOffline(true)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Not updated' })).toBeVisible()
  expect(await picture.textContent()).toBe(figure)
  await context.setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: 'Not updated' })).toBeHidden()
  expect(await picture.textContent()).toBe(figure)
})

test('a new dashboard is stored with its first change, not before; clicked charts go into the open tab', async ({ page }) => {
  await page.goto('/')
  const before = await count(page)
  await page.goto('/dashboard/new/')
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible()
  await expect(page.getByText('not saved yet')).toBeVisible()
  expect(await count(page)).toBe(before)

  await page.getByRole('list', { name: 'Layout elements' }).getByRole('button', { name: 'Tabs' }).click()
  await page.waitForURL(/\/superset\/dashboard\/\d+\/\?edit=true/)
  expect(await count(page)).toBe(before + 1)
  const charts = page.getByRole('list', { name: 'Saved charts' }).getByRole('button', { name: /^Add / })
  await charts.first().click()
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(1)
  await charts.first().click()
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(2)
  const title = page.getByRole('textbox', { name: 'Dashboard title' })
  await title.fill('Ops review')
  await title.press('Enter')
  const bar = page.getByRole('region', { name: 'Changes' })
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(title).toHaveValue('')
  await bar.getByRole('button', { name: 'Redo' }).click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ops review')
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(2)
  expect(await count(page)).toBe(before + 1)
  await page.goto('/dashboard/new/')
  await expect(page.getByText('not saved yet')).toBeVisible()
})

/** A dashboard of its own: one full row of three figures, and one more below. */
const makeFull = async (page: Page, slug: string) => {
  const charts = await get<{ id: number; slice_name: string }[]>(page, '/api/v1/dashboard/films/charts')
  const names = ['Films', 'Average rating', 'Worldwide gross', studios]
  const cells = names.map((name, i) => ({
    type: 'CHART',
    id: `CHART-${i}`,
    children: [],
    meta: { chartId: charts.find(({ slice_name }) => slice_name === name)?.id, sliceName: name, width: 4, height: 30 },
  }))
  const row = (id: string, children: string[]) => ({ type: 'ROW', id, children, meta: {} })
  const parts = [row('ROW-a', ['CHART-0', 'CHART-1', 'CHART-2']), row('ROW-b', ['CHART-3']), ...cells]
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a', 'ROW-b'] },
    ...Object.fromEntries(parts.map((part) => [part.id, part])),
  }
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug })
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data: { json_metadata: JSON.stringify({ positions }) }, headers })
  expect(answer.status(), await answer.text()).toBe(200)
  return id
}

test('in edit mode, names that fit are shown in full', async ({ page }) => {
  await page.goto('/superset/dashboard/films/?edit=true')
  await drawn(card(page, 'Films'))
  for (const name of ['Films', 'Worldwide gross', studios]) {
    const title = card(page, name).getByRole('textbox', { name: 'Chart title' })
    await expect(title).toHaveValue(name)
    expect(await title.evaluate((input) => input.scrollWidth - input.clientWidth), name).toBe(0)
  }
})

test('a card is dragged by its title, a full row explains why it rejects it; a card is duplicated', async ({ page }) => {
  await makeFull(page, 'full')
  await page.goto('/superset/dashboard/full/?edit=true')
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible()
  await drawn(card(page, studios))
  const [title, target] = [card(page, studios).getByRole('textbox', { name: 'Chart title' }), card(page, 'Average rating')]
  const [from, to] = [await title.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('Nothing to drag, or nowhere to drag it')
  const hand = { x: from.x + 30, y: from.y + from.height / 2 }
  await page.mouse.move(hand.x, hand.y)
  expect(await page.evaluate(({ x, y }) => getComputedStyle(document.elementFromPoint(x, y) ?? document.body).cursor, hand)).toBe('grab')
  await page.mouse.down()
  await page.mouse.move(hand.x + 12, hand.y + 6, { steps: 4 })
  await page.mouse.move(to.x + to.width * 0.3, to.y + to.height * 0.5, { steps: 12 })
  const why = 'There is not enough space for this component. Try decreasing its width, or increasing the destination width.'
  let shift = 0
  await expect(async () => {
    await page.mouse.move(to.x + to.width * 0.3 + (shift++ % 3), to.y + to.height * 0.5)
    await expect(page.locator('[data-drop-line]')).toContainText(why, { timeout: 200 })
  }).toPass()
  await page.mouse.up()
  await expect(page.getByRole('status').filter({ hasText: why })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Changes' })
  await expect(bar).toContainText('No changes yet')

  await title.click({ force: true })
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  const choose = async (name: string) => {
    await card(page, name)
      .getByRole('button', { name: /^Actions of/ })
      .click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  }
  await choose(studios)
  await expect(card(page, studios)).toHaveCount(2)
  await expect(bar).toContainText(`Duplicated “${studios}”`)
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, studios)).toHaveCount(1)
})

test('a chart title opens the chart, the state of a dashboard can be changed and undone, Share is a menu', async ({ page, context }) => {
  await makeFull(page, 'shared-by-menu')
  await page.goto('/superset/dashboard/shared-by-menu/')
  await page.getByRole('button', { name: 'Draft' }).click()
  await page.getByRole('status').filter({ hasText: 'This dashboard is now published' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Draft' })).toBeVisible()
  await expect.poll(async () => (await get<{ published: boolean }>(page, '/api/v1/dashboard/shared-by-menu')).published).toBe(false)

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Share permalink by email' })).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()

  const link = card(page, 'Films').getByRole('link', { name: 'Films' })
  const [other] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
  await other.waitForURL(/\/explore\/\?slice_id=\d+/)
  await other.close()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/explore\/\?slice_id=\d+/)
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Films')
})
