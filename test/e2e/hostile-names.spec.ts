import type { Locator, Page } from '@playwright/test'
import { bar, choose, fieldOf } from './filtered-dashboard.ts'
import { all, columns, csv, heads, inSentence, makeThings, names, quoted } from './hostile-things.ts'
import { expect, settled, test } from './server.ts'
import { openTab, results, treeOf } from './sqllab-screen.ts'

/** Names come from people and from other products: wherever one is shown it is text, and breaks no layout. */

let things: Awaited<ReturnType<typeof makeThings>> | undefined
const made = () => {
  if (!things) throw new Error('They are made before the first test')
  return things
}

const dialogs: string[] = []
test.beforeEach(async ({ page }) => {
  dialogs.length = 0
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  things ??= await makeThings(page)
})

/** Nothing that a name holds has run or become a part of the page, and nothing is wider than the window. */
const isHarmless = async (page: Page, what: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${what} at ${width}`).toBeLessThanOrEqual(
      0,
    )
  }
  expect(await page.evaluate(() => 'hit' in window), what).toBe(false)
  await expect(page.locator('[onerror], a[href^="javascript:"]'), what).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(Object.prototype)), `${what}: what all objects inherit`).toEqual([])
  expect(dialogs, what).toEqual([])
}

const shows = async (place: Locator, texts: string[]) => {
  for (const text of texts) await expect(place.getByText(text, { exact: true }).first()).toBeAttached()
}
const cut = (texts: string[]) => texts.map((text) => text.slice(0, 60))
const drawn = (place: Page | Locator) => place.locator('[data-status=done]').first()

const lists: Record<string, string[]> = {
  '/chart/list/': all,
  '/dashboard/list/': all,
  '/tablemodelview/list/': [names.script],
  '/databaseview/list/': [],
  '/savedqueryview/list/': all,
  '/superset/tags/': all,
  '/superset/all_entities/?id=1': all.slice(1),
  '/csstemplatemodelview/list/': all,
  '/theme/list/': all,
  '/rowlevelsecurity/list/': all,
  '/annotationlayer/list/': all,
  '/annotationlayer/1/annotation/': all,
  '/users/': cut(all).map((name) => `${names.pattern} ${name.trim()}`),
  '/roles/': cut(all),
  '/list_groups/': cut(all),
  '/actionlog/list/': [],
  '/superset/welcome/': [names.image, names.address],
}

test('every list shows names as they are', async ({ page }) => {
  for (const [path, texts] of Object.entries(lists)) {
    await page.goto(path)
    await settled(page)
    await shows(page.getByRole('main'), texts)
    await isHarmless(page, path)
    await expect(page.locator('img[src=x]'), path).toHaveCount(0)
  }
  await page.goto('/chart/list/')
  await expect(page.getByRole('link', { name: names.script, exact: true }).first()).toBeVisible()
})

test('names are found by the palette, and a file may have any', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await settled(page)
  await page.keyboard.press('ControlOrMeta+k')
  for (const name of [names.image, names.format, names.proto, names.address]) {
    await page.getByRole('combobox', { name: 'Search or run' }).fill(name)
    await expect(page.getByRole('group', { name: 'Charts' }).getByRole('option', { name, exact: false }).first()).toBeVisible()
    await expect(page.getByRole('group', { name: 'Dashboards' }).getByRole('option', { name, exact: true })).toBeVisible()
  }
  await isHarmless(page, 'palette')
  await page.keyboard.press('Escape')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chosen).setFiles({ name: `${names.image}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  await shows(dialog.getByRole('grid', { name: 'Preview' }), columns.slice(0, 4))
  await isHarmless(page, 'upload')
})

test('a dataset shows its columns and metrics, explore draws them, and a mark says its name', async ({ page }) => {
  const { dataset, bars, rows } = made()
  await page.goto(`/tablemodelview/edit/${dataset}`)
  await expect(page.getByRole('heading', { name: names.script, level: 1 })).toBeVisible()
  for (const [name, texts] of [
    ['Columns', columns],
    ['Metrics', all],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    await shows(page.getByRole('main'), [...texts])
    await isHarmless(page, name)
  }

  await page.goto(`/explore/?slice_id=${rows}`)
  const table = page.locator('[data-picture]')
  for (const name of heads) await expect(table.getByRole('columnheader', { name, exact: true })).toBeAttached()
  await shows(table, all)
  await expect(page.getByRole('main').getByText('15 rows', { exact: true }).first()).toBeVisible()
  for (const tab of ['Results', 'Samples']) {
    await page.getByRole('tab', { name: tab }).click()
    await shows(page.getByRole('grid', { name: tab }), [names.image, names.script, names.format])
    await isHarmless(page, tab)
  }

  await page.goto(`/explore/?slice_id=${bars}`)
  await expect(page.getByText('15 rows', { exact: true }).first()).toBeVisible()
  await isHarmless(page, 'bars')
  const box = await drawn(page).locator('canvas').boundingBox()
  const tooltip = page.locator('[class*=tooltip-of-]')
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.mouse.move((box?.x ?? 0) + 110, (box?.y ?? 0) + (box?.height ?? 0) - 120, { steps: 3 })
    await expect(tooltip).toContainText(names.script, { timeout: 1000 })
  }).toPass()
  await isHarmless(page, 'tooltip')
})

test('a dashboard shows names in its tabs, cards, filters and menus, also while it is edited', async ({ page }) => {
  const { dashboard } = made()
  await page.goto(`/superset/dashboard/${dashboard}/`)
  const [bars, rows] = [names.image, names.script].map((name) => page.getByRole('article', { name, exact: true }))
  if (!bars || !rows) throw new Error('Two cards')
  for (const one of [bars, rows]) await expect(drawn(one)).toBeVisible()
  for (const name of all) await expect(page.getByRole('tab', { name, exact: true })).toBeAttached()
  await expect(page.getByRole('heading', { name: names.script }).first()).toBeVisible()
  await isHarmless(page, 'dashboard')
  await expect(fieldOf(page, names.script).getByRole('combobox')).toHaveAttribute('placeholder', '15 options')
  await choose(page, names.script, names.format)
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(rows.getByRole('row')).toHaveCount(2)
  await rows.getByRole('button', { name: `Actions of ${names.script}` }).click()
  await page.getByRole('menuitem', { name: 'Drill to detail' }).click()
  await expect(page.getByRole('dialog', { name: `Drill to detail: ${names.script}` }).getByRole('status')).toHaveText('1 row')
  await isHarmless(page, 'drill')

  await page.goto(`/superset/dashboard/${dashboard}/?edit=true`)
  await expect(page.getByRole('textbox', { name: 'Dashboard title' })).toHaveValue(names.image)
  await expect(drawn(bars)).toBeVisible()
  await isHarmless(page, 'edit mode')
})

test('SQL Lab lists a table and its columns, and shows its rows', async ({ page }) => {
  await openTab(page, {
    sql: `SELECT * FROM main.${quoted(names.script)}`,
    dbname: 'Files',
    schema: 'main',
    name: names.image,
    autorun: 'true',
  })
  for (const name of columns.slice(0, 6)) await expect(results(page).getByRole('columnheader', { name, exact: true })).toBeAttached()
  await shows(results(page).getByRole('grid'), all.slice(0, 6))
  await treeOf(page).getByRole('button', { name: names.script, exact: true }).click()
  for (const name of columns)
    await expect(treeOf(page).getByRole('button', { name: `Insert ${inSentence(name)}`, exact: true })).toBeAttached()
  await isHarmless(page, 'SQL Lab')
})
