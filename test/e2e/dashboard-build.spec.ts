import type { Browser, Locator, Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, test } from './server.ts'

type Component = { type: string; id: string; children?: string[]; meta?: { chartId?: number; height?: number; width?: number } }
type StoredLayout = Record<string, Component>

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const put = async (page: Page, id: number, data: object) => {
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

const storedLayout = async (page: Page, idOrSlug: number | string): Promise<StoredLayout> =>
  JSON.parse((await get<{ position_json: string }>(page, `/api/v1/dashboard/${idOrSlug}`)).position_json) as StoredLayout
const chartsOf = (layout: StoredLayout) => Object.values(layout).filter(({ type }) => type === 'CHART')
const rowsOf = (layout: StoredLayout) =>
  layout['GRID_ID']?.children?.map((row) => layout[row]?.children?.map((id) => layout[id]?.type ?? '').join(' ')) ?? []

const bar = (page: Page) => page.getByRole('region', { name: 'Changes' })
const status = (page: Page) => bar(page).getByRole('status')
const builder = (page: Page) => page.getByRole('complementary', { name: 'Builder' })
const tiles = (page: Page) => builder(page).getByRole('list', { name: 'Saved charts' }).getByRole('button')
const cards = (page: Page) => page.locator('[data-kind=CHART]')
const texts = (page: Page) => page.locator('[data-kind=MARKDOWN]')
const save = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
}

/** A new dashboard, not yet stored, with at least twelve charts to choose from. */
const openNew = async (page: Page) => {
  await page.goto('/dashboard/new/')
  await expect(tiles(page).nth(12)).toBeVisible()
}
const idOf = (page: Page): number => Number(/\/dashboard\/(\d+)\//.exec(page.url())?.[1])

/** Texts of these sizes, in one row each, which need no data. */
const makeTexts = async (page: Page, slug: string, rows: readonly (readonly number[])[]): Promise<number> => {
  const parts: Component[] = rows.flatMap((widths, i) => [
    { type: 'ROW', id: `ROW-${i}`, children: widths.map((_, j) => `MARKDOWN-${i}${j}`), meta: {} },
    ...widths.map((width, j) => ({
      type: 'MARKDOWN',
      id: `MARKDOWN-${i}${j}`,
      children: [],
      meta: { code: `Text ${i}${j}`, width, height: 10 },
    })),
  ])
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, i) => `ROW-${i}`) },
    ...Object.fromEntries(parts.map((part) => [part.id, part])),
  }
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug, published: true })
  await put(page, id, { json_metadata: JSON.stringify({ positions }) })
  return id
}

const openTexts = async (page: Page, slug: string) => {
  await page.goto(`/superset/dashboard/${slug}/?edit=true`)
  await expect(texts(page).first()).toBeVisible()
  await expect(bar(page)).toBeVisible()
}

/** Drags with the mouse in steps, as a hand does. */
const dragTo = async (page: Page, from: Locator, to: { x: number; y: number }) => {
  // Waits until it is still.
  await from.hover()
  const box = await from.boundingBox()
  if (!box) throw new Error('Nothing to drag')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 12, box.y + box.height / 2 + 12, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.move(to.x + 1, to.y, { steps: 2 })
  await page.mouse.up()
}

test('a dashboard of twelve charts is built from nothing with the mouse', async ({ page }) => {
  await openNew(page)
  for (let i = 0; i < 12; i++) {
    const stage = await page.locator('[data-stage]').boundingBox()
    if (i > 0)
      await cards(page)
        .nth(i - 1)
        .scrollIntoViewIfNeeded()
    const last =
      i === 0
        ? stage
        : await cards(page)
            .nth(i - 1)
            .boundingBox()
    if (!stage || !last) throw new Error('No stage')
    // Every third chart starts a row below the last one; the others go to its right.
    const below = { x: stage.x + stage.width / 2, y: Math.min(last.y + last.height + 10, stage.y + stage.height - 6) }
    const beside = { x: last.x + last.width - 8, y: last.y + last.height / 2 }
    const target = i === 0 ? { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 } : i % 3 === 0 ? below : beside
    await dragTo(page, tiles(page).nth(i), target)
    await expect(cards(page)).toHaveCount(i + 1)
    await expect(page).toHaveURL(/\/dashboard\/\d+\//)
  }
  await save(page)
  const layout = await storedLayout(page, idOf(page))
  expect(new Set(chartsOf(layout).map(({ meta }) => meta?.chartId)).size).toBe(12)
  expect(rowsOf(layout)).toEqual(Array.from({ length: 4 }, () => 'CHART CHART CHART'))
})

test('the same is built with the keyboard alone, and grouped and aligned there', async ({ page }) => {
  await openNew(page)
  const search = builder(page).getByRole('searchbox')
  while (!(await search.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  const isFocused = (tile: Locator) => tile.evaluate((element) => element === document.activeElement)
  for (let i = 0; i < 12; i++) {
    while (!(await isFocused(tiles(page).nth(i)))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(i + 1)
    await expect(page).toHaveURL(/\/dashboard\/\d+\//)
    // Also where the first chart stores the dashboard.
    await expect(tiles(page).nth(i)).toBeFocused()
  }
  const focusCard = async (i: number) => {
    for (let presses = 0; presses < 400; presses++) {
      if (
        await cards(page)
          .nth(i)
          .evaluate((element) => element === document.activeElement)
      )
        return
      await page.keyboard.press('Shift+Tab')
    }
    throw new Error('The card cannot be reached by keyboard')
  }
  await focusCard(11)
  await page.keyboard.press('Space')
  await focusCard(10)
  await page.keyboard.press('Space')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected')
  await page.keyboard.press('g')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Group under a title' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Grouped 2 components')
  await save(page)
  const layout = await storedLayout(page, idOf(page))
  expect(chartsOf(layout)).toHaveLength(12)
  expect(Object.values(layout).filter(({ type }) => type === 'COLUMN')).toHaveLength(1)
})

test('of sixty steps fifty-two are undone; the older ones stay unsaved', async ({ page }) => {
  await makeTexts(page, 'sixty-steps', [[6, 6]])
  await openTexts(page, 'sixty-steps')
  const text = texts(page).first()
  await text.focus()
  const height = text.getByRole('slider', { name: 'Height in units of 8 pixels' })
  await height.focus()
  for (let i = 0; i < 50; i++) await page.keyboard.press('ArrowDown')
  await expect(page.getByText('You have used all 50 undo slots')).toBeVisible()
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown')
  await expect(height).toHaveAttribute('aria-valuenow', '70')
  for (let i = 0; i < 60; i++) await page.keyboard.press('ControlOrMeta+z')
  await expect(height).toHaveAttribute('aria-valuenow', '18')
  await expect(bar(page).getByRole('button', { name: 'Undo' })).toBeDisabled()
  await expect(bar(page).getByRole('button', { name: /^Save/ })).toBeEnabled()
  for (let i = 0; i < 60; i++) await page.keyboard.press('ControlOrMeta+y')
  await expect(height).toHaveAttribute('aria-valuenow', '70')
})

test('cards are selected, copied and pasted into another dashboard with the keys; undo takes back the paste', async ({ page }) => {
  await makeTexts(page, 'copied-from', [[4, 4], [6]])
  await makeTexts(page, 'copied-to', [[3]])
  await openTexts(page, 'copied-from')
  await texts(page).nth(0).focus()
  await texts(page)
    .nth(1)
    .click({ modifiers: ['Shift'], position: { x: 60, y: 60 } })
  await texts(page)
    .nth(2)
    .click({ modifiers: ['Shift'], position: { x: 60, y: 60 } })
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('Copied 3 components')).toBeVisible()
  await openTexts(page, 'copied-to')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(texts(page)).toHaveCount(4)
  await expect(texts(page).nth(1)).toContainText('Text 00')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(texts(page)).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+y')
  await save(page)
  expect(rowsOf(await storedLayout(page, 'copied-to'))).toEqual(['MARKDOWN', 'MARKDOWN MARKDOWN', 'MARKDOWN'])
})

test('cards that are selected are moved together with M, and one undo takes them back', async ({ page }) => {
  await makeTexts(page, 'moved-together', [[3, 3], [6]])
  await openTexts(page, 'moved-together')
  await texts(page).nth(0).focus()
  await texts(page)
    .nth(1)
    .click({ modifiers: ['Shift'], position: { x: 60, y: 60 } })
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move 2 components to' })
  await dialog.getByRole('option', { name: /Text 10/ }).click()
  await expect(texts(page).nth(0)).toContainText('Text 10')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(texts(page).nth(0)).toContainText('Text 00')
  await page.keyboard.press('ControlOrMeta+y')
  await expect(texts(page).nth(0)).toContainText('Text 10')
  await save(page)
  expect(rowsOf(await storedLayout(page, 'moved-together'))).toEqual(['MARKDOWN MARKDOWN MARKDOWN'])
})

const password = 'correct horse battery'

/** Another account that may edit dashboards, in a browser of its own. */
const openAs = async (page: Page, browser: Browser, person: { username: string; first_name: string; last_name: string }) => {
  const roles = await get<{ id: number; name: string }[]>(page, '/api/v1/security/roles/')
  const role = roles.find(({ name }) => name === 'Admin')
  const { id } = await post(page, '/api/v1/security/users/', {
    ...person,
    email: `${person.username}@charts.example`,
    password,
    active: true,
    roles: [role?.id],
  })
  const context = await browser.newContext({ storageState: undefined, baseURL: new URL(page.url()).origin })
  const answer = await context.request.post('/login/', { form: { username: person.username, password } })
  expect(answer.ok()).toBe(true)
  return { id, page: await context.newPage(), close: () => context.close() }
}

test('two people editing one dashboard see each other, and the second save merges what both did', async ({ page, browser }) => {
  await makeTexts(page, 'for-two', [[4, 4], [6]])
  await openTexts(page, 'for-two')
  const ada = await openAs(page, browser, { username: 'ada', first_name: 'Ada', last_name: 'Byron' })
  await openTexts(ada.page, 'for-two')
  await expect(ada.page.getByText(/ is editing, too$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ada Byron is editing, too')).toBeVisible()

  const setHeight = async (who: Page, i: number, key: string) => {
    const text = texts(who).nth(i)
    await text.focus()
    await text.getByRole('slider', { name: 'Height in units of 8 pixels' }).focus()
    await who.keyboard.press(key)
  }
  await setHeight(ada.page, 0, 'ArrowDown')
  await save(ada.page)
  await setHeight(page, 2, 'ArrowUp')
  await bar(page).getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Please confirm the overwrite values.' })
  await expect(dialog).toContainText('Ada Byron saved this dashboard')
  await expect(dialog.getByRole('row').filter({ hasText: 'Text 00' })).toContainText('Ada Byron')
  await expect(dialog.getByRole('row').filter({ hasText: 'Text 10' })).toContainText('you')
  await dialog.getByRole('button', { name: 'Merge and save' }).click()
  await expect(dialog).toBeHidden()
  const heights = async () => {
    const layout = await storedLayout(page, 'for-two')
    return ['MARKDOWN-00', 'MARKDOWN-01', 'MARKDOWN-10'].map((id) => layout[id]?.meta?.height)
  }
  await expect.poll(heights).toEqual([11, 10, 9])
  await ada.close()
})

test('on a tablet a card is moved, resized and grouped by touch', async ({ page, browser, server, storageState }) => {
  await makeTexts(page, 'by-touch', [[4, 4], [6]])
  const context = await browser.newContext({
    baseURL: server.address,
    storageState,
    hasTouch: true,
    viewport: { width: 768, height: 1024 },
  })
  const tablet = await context.newPage()
  await openTexts(tablet, 'by-touch')
  const menuOf = (i: number) =>
    texts(tablet)
      .nth(i)
      .getByRole('button', { name: /^Actions of Text/ })
  const choose = async (i: number, ...entries: string[]) => {
    await menuOf(i).tap()
    for (const entry of entries)
      await tablet
        .getByRole('menuitem', { name: new RegExp(`^${entry}`) })
        .first()
        .tap()
  }
  await choose(0, 'Move', 'Move down')
  await expect(status(tablet)).toContainText('Moved: Text')
  await choose(0, 'Select with others')
  await choose(1, 'Select with others')
  const toolbar = tablet.getByRole('toolbar', { name: 'Selection' })
  await toolbar.getByRole('button', { name: 'Group' }).tap()
  await tablet.getByRole('menuitem', { name: 'Group in a column' }).tap()
  await expect(status(tablet)).toContainText('Grouped 2 components')

  const knob = texts(tablet).last().locator('[data-knob=height]')
  const box = await knob.boundingBox()
  if (!box) throw new Error('No knob')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = await context.newCDPSession(tablet)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const step of [16, 32, 48, 64, 80])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + step }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(status(tablet)).toContainText('Resized: Text')
  expect(await tablet.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await context.close()
})
