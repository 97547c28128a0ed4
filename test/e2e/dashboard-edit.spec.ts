import type { Locator, Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { post } from './postgres.ts'

type Component = {
  type: string
  id: string
  children: string[]
  meta: { sliceName?: string; width?: number; height?: number; text?: string }
}
type Kept = Record<string, Component>

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

/** A dashboard of its own with two rows: films and rating, then the distributors. */
const makeDashboard = async (page: Page, slug: string): Promise<number> => {
  const charts = await get<{ id: number; slice_name: string }[]>(page, '/api/v1/dashboard/films/charts')
  const chart = (name: string, parent: string, width: number): Component => {
    const meta = { chartId: charts.find((one) => one.slice_name === name)?.id, sliceName: name, width, height: 30 }
    return {
      type: 'CHART',
      id: `CHART-${name.replaceAll(' ', '')}`,
      children: [],
      meta,
      parents: ['ROOT_ID', 'GRID_ID', parent],
    } as Component
  }
  const row = (id: string, children: Component[]) =>
    ({ type: 'ROW', id, children: children.map((child) => child.id), meta: {}, parents: ['ROOT_ID', 'GRID_ID'] }) as Component
  const above = [chart('Films', 'ROW-a', 4), chart('Average rating', 'ROW-a', 4)]
  const below = [chart('Six studios share the market', 'ROW-b', 6)]
  const all = [row('ROW-a', above), row('ROW-b', below), ...above, ...below]
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a', 'ROW-b'], parents: ['ROOT_ID'] },
    ...Object.fromEntries(all.map((component) => [component.id, component])),
  }
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug, published: true })
  await put(page, id, { json_metadata: JSON.stringify({ positions: layout }) })
  return id
}

const put = async (page: Page, id: number, data: object) => {
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

const keptLayout = async (page: Page, slug: string): Promise<Kept> =>
  JSON.parse((await get<{ position_json: string }>(page, `/api/v1/dashboard/${slug}`)).position_json) as Kept
const keptChart = (layout: Kept, name: string) => Object.values(layout).find(({ meta }) => meta?.sliceName === name)
const rowOf = (layout: Kept, name: string) =>
  Object.values(layout).find(({ children }) => children?.includes(keptChart(layout, name)?.id ?? ''))?.id

const open = async (page: Page, slug: string) => {
  await page.goto(`/superset/dashboard/${slug}/?edit=true`)
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Films', exact: true }).getByRole('img').first()).toBeVisible()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Changes' })
const save = async (page: Page) => {
  await bar(page).getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
}
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Drags with the mouse in steps, as a hand does, to a place relative to the target. */
const drag = async (page: Page, from: Locator, to: Locator, at: { x: number; y: number }) => {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag, or nowhere to drag it')
  const hand = { x: start.x + start.width * 0.7, y: start.y + start.height * 0.8 }
  await page.mouse.move(hand.x, hand.y)
  await page.mouse.down()
  await page.mouse.move(hand.x + 10, hand.y + 10, { steps: 4 })
  await page.mouse.move(end.x + end.width * at.x, end.y + end.height * at.y, { steps: 12 })
  await page.mouse.move(end.x + end.width * at.x + 1, end.y + end.height * at.y, { steps: 2 })
  await page.mouse.up()
}

test('a chart is dragged to another row and resized; undo, redo, save and reload', async ({ page }) => {
  await makeDashboard(page, 'moved')
  await open(page, 'moved')
  await drag(page, card(page, 'Average rating'), card(page, 'Six studios share the market'), { x: 0.98, y: 0.5 })
  await expect(bar(page).getByRole('status')).toContainText('Moved “Average rating”')
  const beside = async () => {
    const [moved, stays] = [
      await card(page, 'Average rating').boundingBox(),
      await card(page, 'Six studios share the market').boundingBox(),
    ]
    return moved?.y === stays?.y
  }
  await expect.poll(beside).toBe(true)
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(beside).toBe(false)
  await bar(page).getByRole('button', { name: 'Redo' }).click()
  await expect.poll(beside).toBe(true)

  const group = page.getByRole('group', { name: 'Chart Films', exact: true })
  const before = await group.boundingBox()
  await group.locator('[data-knob="width"]').hover()
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) + (before?.width ?? 0) * 1.5, (before?.y ?? 0) + 40, { steps: 8 })
  await page.mouse.up()
  await expect(bar(page).getByRole('status')).toContainText('Resized “Films”')
  await save(page)

  const layout = await keptLayout(page, 'moved')
  expect(rowOf(layout, 'Average rating')).toBe(rowOf(layout, 'Six studios share the market'))
  expect(keptChart(layout, 'Films')?.meta.width).toBeGreaterThan(4)
  await page.reload()
  await expect(card(page, 'Average rating').getByRole('img').first()).toBeVisible()
  await expect.poll(beside).toBe(true)
})

test('charts and elements are added from the pane and removed; discarding restores the saved layout', async ({ page }) => {
  await makeDashboard(page, 'built')
  await open(page, 'built')
  const builder = page.getByRole('complementary', { name: 'Builder' })
  await builder.getByRole('searchbox').fill('biggest')
  await builder.getByRole('button', { name: 'Add The biggest films' }).click()
  await expect(
    card(page, 'The biggest films').getByRole('table').or(card(page, 'The biggest films').getByRole('grid')).first(),
  ).toBeVisible()
  const elements = builder.getByRole('list', { name: 'Layout elements' })
  for (const name of ['Header', 'Text', 'Divider', 'Tabs']) await elements.getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await card(page, 'Films')
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove from the dashboard' }).click()
  await expect(card(page, 'Films')).toHaveCount(0)
  await save(page)

  const layout = await keptLayout(page, 'built')
  const kinds = Object.values(layout).map(({ type }) => type)
  for (const kind of ['HEADER', 'MARKDOWN', 'DIVIDER', 'TABS', 'TAB']) expect(kinds).toContain(kind)
  expect(keptChart(layout, 'The biggest films')).toBeDefined()
  expect(keptChart(layout, 'Films')).toBeUndefined()
  await page.goto('/superset/dashboard/built/')
  await expect(card(page, 'The biggest films')).toBeVisible()
  await expect(card(page, 'Films')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await card(page, 'Average rating')
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove from the dashboard' }).click()
  await expect(card(page, 'Average rating')).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(card(page, 'Average rating')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('a new chart is created over the dashboard, fills the window, and is placed with the changes before it', async ({ page }) => {
  await makeDashboard(page, 'with-a-new-chart')
  await open(page, 'with-a-new-chart')
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Not saved yet')
  await page.getByRole('textbox', { name: 'Dashboard title' }).press('Enter')
  await page.getByRole('complementary', { name: 'Builder' }).getByRole('button', { name: 'New chart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a new chart' })
  const frame = dialog.locator('iframe').contentFrame()
  await frame.getByRole('link', { name: /^stocks/ }).click()
  await expect(frame.getByRole('main').getByRole('img').first()).toBeVisible()
  const { width } = (await dialog.locator('iframe').boundingBox()) ?? { width: 0 }
  expect(width).toBeGreaterThan(1300)
  await frame.getByRole('textbox', { name: 'Chart name' }).fill('Prices over time')
  await frame.getByRole('textbox', { name: 'Chart name' }).press('Enter')
  await page.keyboard.press('Control+s')
  await frame.getByRole('dialog').getByRole('button', { name: /^Save/ }).last().click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Prices over time').getByRole('img').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Dashboard title' })).toHaveValue('Not saved yet')
})

test('the width of a narrow card is written within the page, and the preview of a text beside its help', async ({ page }) => {
  await makeDashboard(page, 'narrow')
  await open(page, 'narrow')
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const narrow = page.getByRole('group', { name: 'Chart Films', exact: true })
  await narrow.focus()
  await narrow.getByRole('slider', { name: 'Width in columns' }).focus()
  for (let width = 3; width > 0; width--) await page.keyboard.press('ArrowLeft')
  const width = narrow.getByRole('status').filter({ hasText: '1 of 12 columns' })
  expect((await boxOf(width)).x).toBeGreaterThanOrEqual((await boxOf(narrow)).x)

  await page.getByRole('list', { name: 'Layout elements' }).getByRole('button', { name: 'Text' }).click()
  await page.getByRole('button', { name: 'Double-click to write' }).dblclick()
  await page.keyboard.insertText('many words '.repeat(100))
  const preview = await boxOf(page.getByRole('region', { name: 'Preview' }))
  const help = await boxOf(page.getByText('Variables of the filters:'))
  expect(preview.width).toBeGreaterThan(200)
  expect(preview.y + preview.height).toBeLessThanOrEqual(help.y)
  for (const code of await page.getByText('Variables of the filters:').locator('code').all()) {
    const { x, width: wide } = await boxOf(code)
    expect(x + wide).toBeLessThanOrEqual(help.x + help.width)
  }
})

test('saving over a newer version asks first', async ({ page }) => {
  const id = await makeDashboard(page, 'shared')
  await open(page, 'shared')
  await put(page, id, { dashboard_title: 'Theirs' })

  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Mine')
  await page.getByRole('textbox', { name: 'Dashboard title' }).press('Enter')
  await bar(page).getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Theirs')
  await expect(dialog).toContainText('Mine')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Dashboard title' })).toHaveValue('Mine')
  expect((await get<{ dashboard_title: string }>(page, `/api/v1/dashboard/${id}`)).dashboard_title).toBe('Theirs')
  await bar(page).getByRole('button', { name: /^Save/ }).click()
  await dialog.getByRole('button', { name: 'Load the newer version' }).click()
  await expect(page.getByRole('textbox', { name: 'Dashboard title' })).toHaveValue('Theirs')
  await expect(bar(page).getByRole('status')).toHaveText('No changes yet')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Dashboard title' })).toHaveValue('Mine')
  await bar(page).getByRole('button', { name: /^Save/ }).click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await get<{ dashboard_title: string }>(page, `/api/v1/dashboard/${id}`)).dashboard_title).toBe('Mine')
})

const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Dashboard title' })
const rename = async (page: Page, title: string) => {
  await titleOf(page).fill(title)
  await titleOf(page).press('Enter')
}
const draftIsKept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.request().method() === 'PUT' && answer.ok())

test('unsaved changes survive a reload and reach another browser, until they are thrown away', async ({ page, browser }) => {
  await makeDashboard(page, 'unsaved')
  await open(page, 'unsaved')
  const kept = draftIsKept(page)
  await rename(page, 'Not saved yet')
  await kept
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(/^Your unsaved changes from .* are back\.$/)).toBeVisible()
  await expect(titleOf(page)).toHaveValue('Not saved yet')
  await expect(bar(page).getByRole('status')).toContainText('Draft from')

  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await open(other, 'unsaved')
  await expect(titleOf(other)).toHaveValue('Not saved yet')
  const thrown = other.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.request().method() === 'DELETE')
  await other.getByRole('button', { name: 'Throw away' }).click()
  await expect(titleOf(other)).toHaveValue('unsaved')
  await thrown
  await other.reload()
  await expect(titleOf(other)).toHaveValue('unsaved')
  await expect(bar(other).getByRole('status')).toHaveText('No changes yet')
  await context.close()
})

test('two browsers editing: each sees the other, the second save merges both, and can be taken back', async ({ page, browser }) => {
  const id = await makeDashboard(page, 'together')
  await open(page, 'together')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await open(other, 'together')
  await expect(other.getByText('another tab of yours is editing, too')).toBeVisible()
  await page.bringToFront()
  await expect(page.getByText('another tab of yours is editing, too')).toBeVisible({ timeout: 30_000 })

  await rename(other, 'Theirs')
  const group = other.getByRole('group', { name: 'Chart Six studios share the market', exact: true })
  await group.focus()
  const height = group.getByRole('slider', { name: 'Height in units of 8 pixels' })
  await height.focus()
  await other.keyboard.press('ArrowDown')
  await save(other)

  await page.getByRole('group', { name: 'Chart Films', exact: true }).focus()
  const width = page.getByRole('group', { name: 'Chart Films', exact: true }).getByRole('slider', { name: 'Width in columns' })
  await width.focus()
  await page.keyboard.press('ArrowLeft')
  await rename(page, 'Mine')
  await bar(page).getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Please confirm the overwrite values.' })
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  await expect(row('Chart “Films”: Width')).toContainText('you')
  await expect(row('Chart “Six studios share the market”: Height')).toContainText('31')
  await expect(row('Title')).toContainText('both of you')
  await row('Title').getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Merge and save' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await keptLayout(page, 'together'))['CHART-Films']?.meta.width).toBe(3)
  const merged = await keptLayout(page, 'together')
  expect(keptChart(merged, 'Six studios share the market')?.meta).toMatchObject({ height: 31 })
  const title = async () => (await get<{ dashboard_title: string }>(page, `/api/v1/dashboard/${id}`)).dashboard_title
  expect(await title()).toBe('Theirs')

  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await keptLayout(page, 'together'))['CHART-Films']?.meta.width).toBe(4)
  expect(await title()).toBe('Theirs')
  await context.close()
})

const layoutText = (layout: Kept, id = 'ROOT_ID'): string => {
  const { type, children = [], meta } = layout[id] as Component
  const name = type === 'CHART' ? (meta.sliceName ?? '') : type.toLowerCase() + (meta?.text ? `"${meta.text}"` : '')
  return children.length ? `${name}(${children.map((child) => layoutText(layout, child)).join(' ')})` : name
}

test('top-level tabs and a text are added; a chart moves to the other tab by its menu', async ({ page }) => {
  await makeDashboard(page, 'tabbed')
  await open(page, 'tabbed')
  const elements = page.getByRole('list', { name: 'Layout elements' })
  const tabs = await elements.getByRole('button', { name: 'Tabs' }).boundingBox()
  if (!tabs) throw new Error('No tabs to drag')
  await page.mouse.move(tabs.x + tabs.width / 2, tabs.y + tabs.height / 2)
  await page.mouse.down()
  await page.mouse.move(tabs.x - 30, tabs.y - 30, { steps: 4 })
  const zone = await page.getByText('Drop here for tabs over the whole dashboard').boundingBox()
  await page.mouse.move((zone?.x ?? 0) + (zone?.width ?? 0) * 0.4, (zone?.y ?? 0) + (zone?.height ?? 0) / 2, { steps: 12 })
  await page.mouse.move((zone?.x ?? 0) + (zone?.width ?? 0) * 0.4 + 2, (zone?.y ?? 0) + (zone?.height ?? 0) / 2, { steps: 2 })
  await page.mouse.up()
  await page.getByRole('tab', { name: 'Tab title' }).dblclick()
  await page.keyboard.type('All films')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add a tab' }).click()
  await page.keyboard.type('Notes')
  await page.keyboard.press('Enter')
  await drag(page, elements.getByRole('button', { name: 'Text' }), page.getByText('Drag and drop components to this tab'), {
    x: 0.4,
    y: 0.5,
  })
  await page.getByTitle('Edit the text').dblclick()
  await page.keyboard.type('# Sources\n\nIn **US dollars** <script>document.title = 1</script>')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible()

  await page.getByRole('tab', { name: 'All films' }).click()
  await card(page, 'Films')
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
  await page.getByRole('menuitem', { name: 'To another row…' }).click()
  await page.getByRole('option', { name: /^Row with Sources/ }).click()
  await save(page)
  expect(layoutText(await keptLayout(page, 'tabbed'))).toBe(
    'root(tabs(tab"All films"(row(Average rating) row(Six studios share the market)) tab"Notes"(row(markdown Films))))',
  )
})

test('tabs can be added beside more than fit', async ({ page }) => {
  await makeDashboard(page, 'many-tabs')
  await open(page, 'many-tabs')
  await page.getByRole('list', { name: 'Layout elements' }).getByRole('button', { name: 'Tabs' }).click()
  for (let number = 2; number < 11; number++) {
    await page.getByRole('button', { name: 'Add a tab' }).click()
    await page.keyboard.insertText(`Tab number ${number} of many`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('tab', { name: 'Tab number 10 of many' })).toBeInViewport()
  await page.getByRole('button', { name: 'Add a tab' }).click({ trial: true })
})

test('a drop that does not fit is rejected; leaving asks before losing changes, and discarding can be undone', async ({ page }) => {
  await makeDashboard(page, 'crowded')
  await open(page, 'crowded')
  const group = page.getByRole('group', { name: 'Chart Average rating', exact: true })
  const before = await group.boundingBox()
  await group.locator('[data-knob="width"]').hover()
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) + (before?.width ?? 0) * 2, (before?.y ?? 0) + 40, { steps: 8 })
  await page.mouse.up()
  await drag(page, card(page, 'Six studios share the market'), card(page, 'Films'), { x: 0.98, y: 0.5 })
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('There is not enough space for this component.')
  await expect(bar(page).getByRole('status')).toHaveText('Resized “Average rating”')

  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeHidden()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('Resized “Average rating”')
})

test('a copy is saved under its own name and opened', async ({ page }) => {
  await makeDashboard(page, 'original')
  await page.goto('/superset/dashboard/original/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as' }).click()
  const name = page.getByRole('textbox', { name: 'Dashboard name' })
  const saveCopy = page.getByRole('button', { name: 'Save', exact: true })
  await expect(name).toHaveValue(/ \(copy\)$/)
  await name.fill(' ')
  await saveCopy.click()
  await expect(page.getByText('cannot be empty')).toBeVisible()

  const refusal = { message: { dashboard_title: ['This name is taken.'] } }
  await page.route('**/api/v1/dashboard/*/copy/', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await name.fill('A second one')
  await saveCopy.click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('This name is taken.')
  await expect(name).toBeFocused()

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await expect(name).toHaveValue('A second one')
  await saveCopy.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A second one')
  await expect(page).toHaveURL(/\/superset\/dashboard\/\d+\//)
  await expect(card(page, 'Films').getByRole('img').first()).toBeVisible()
})

test('an action with two shortcuts is listed once in the command palette', async ({ page }) => {
  await page.goto('/superset/dashboard/films/?edit=true')
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('Redo')
  await expect(page.getByRole('option', { name: /^Redo/ })).toHaveCount(1)
})
