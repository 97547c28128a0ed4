import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'
import { results } from './sqllab-screen.ts'

const grid = (page: Page) => results(page).getByRole('grid', { name: 'Results' })
const cells = (page: Page) => grid(page).locator('[data-row] > [role=gridcell]')

const script = `SELECT range AS number, 'name ' || range % 3 AS word, {'kind': 'event', 'list': [range, 2]}::JSON AS details FROM range(5000)`

/** Opens a query in a tab of its own, which runs and shows its first 1,000 rows. */
const runScript = async (page: Page, sql = script) => {
  await page.goto(`/sqllab/?${new URLSearchParams({ sql, dbname: 'Files', schema: 'examples', name: 'Results', autorun: 'true' })}`)
  await expect(cells(page).first()).toBeVisible()
  await settled(page)
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a column is profiled by the engine over all rows, and filters the rows of the grid', async ({ page }) => {
  await runScript(page)
  await expect(results(page).getByText(/^First 1,000 rows/)).toBeVisible()
  await grid(page)
    .getByRole('button', { name: /–999|0–/ })
    .click()
  const profile = page.getByRole('dialog', { name: 'Statistics of number' })
  await expect(profile.getByText('All rows of the query: 5,000')).toBeVisible()
  await expect(profile.getByText('4,999', { exact: true })).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await profile.getByRole('combobox', { name: 'Comparison' }).click()
  await page.getByRole('option', { name: 'at least' }).click()
  await profile.getByRole('searchbox', { name: 'Filter rows' }).fill('990')
  await expect(results(page).getByText(/^10 found/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cells(page).first()).toHaveText('990')
  await expect(grid(page).getByLabel('Filtered')).toBeVisible()
})

test('integers and decimals that no double holds have all their digits, shown and copied', async ({ page }) => {
  const digits = ['9007199254740993', '12345678901234567.25', '0.12345678901234567890']
  await runScript(page, `SELECT 9007199254740993 AS id, 12345678901234567.25 AS amount, 0.12345678901234567890 AS share`)
  await expect(cells(page)).toHaveText(digits)
  await cells(page).first().click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => clipboard(page)).toBe(digits.join('\t'))
})

test('cells are selected with the mouse and the keyboard, and copied', async ({ page }) => {
  await runScript(page)
  const [first, below] = [cells(page).nth(0), grid(page).locator('[data-row="1"] > [data-column="word"]')]
  await first.hover()
  await page.mouse.down()
  await below.hover()
  await page.mouse.up()
  await expect(grid(page).locator('[data-row] > [aria-selected=true]')).toHaveCount(4)
  await page.keyboard.press('ControlOrMeta+c')
  expect(await clipboard(page)).toBe('0\tname 0\n1\tname 1')

  await first.click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(grid(page).locator('[data-row] > [aria-selected=true]')).toHaveCount(6)
  for (const [entry, text] of [
    ['As tab-separated text', 'number\tword\n0\tname 0\n1\tname 1\n2\tname 2'],
    ['As Markdown', '| number | word |\n| ---: | --- |\n| 0 | name 0 |\n| 1 | name 1 |\n| 2 | name 2 |'],
    ['As SQL VALUES', "VALUES\n  (0, 'name 0'),\n  (1, 'name 1'),\n  (2, 'name 2')"],
    ['As JSON', '[\n  {"number": 0, "word": "name 0"},\n  {"number": 1, "word": "name 1"},\n  {"number": 2, "word": "name 2"}\n]'],
  ] as const) {
    await results(page).getByRole('button', { name: 'Copy the selected cells' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await expect.poll(() => clipboard(page)).toBe(text)
  }
  await first.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  expect((await clipboard(page)).split('\n')).toHaveLength(1000)
})

/** The numbers of the grid in the order in which the browser tells them to assistive technology. */
const readNumbers = async (page: Page): Promise<number[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const namesIn = (id: string): string[] => {
    const node = byId.get(id)
    const name: unknown = node?.role?.value === 'gridcell' ? node.name?.value : undefined
    return [...(typeof name === 'string' ? [name] : []), ...(node?.childIds ?? []).flatMap(namesIn)]
  }
  return namesIn(nodes[0]?.nodeId ?? '').flatMap((name) => (/^[\d,]+$/.test(name) ? [Number(name.replaceAll(',', ''))] : []))
}

test('rows that reuse elements of others are read in their order', async ({ page }) => {
  await runScript(page)
  await grid(page).hover()
  for (const [px, row] of [
    [700, 20],
    [90, 25],
    [-300, 15],
  ] as const) {
    await page.mouse.wheel(0, px)
    await expect(grid(page).locator(`[data-row="${row}"]`)).toBeInViewport()
    const read = await readNumbers(page)
    expect(read.length).toBeGreaterThan(15)
    expect(read).toEqual(read.toSorted((a, b) => a - b))
  }
})

test('a cell is inspected by Enter or a double press: JSON in lines', async ({ page }) => {
  await runScript(page)
  const cell = grid(page).locator('[data-row="1"] > [data-column="details"]')
  await cell.dblclick()
  const sheet = page.getByRole('dialog', { name: 'details' })
  await expect(sheet.getByText(/"kind": "event",\n\s+"list": \[/)).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await grid(page).locator('[data-row="2"] > [data-column="word"]').click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'word' }).getByText('name 2')).toBeVisible()
})

test('columns are hidden, pinned and resized', async ({ page }) => {
  const wide = Array.from({ length: 30 }, (_, i) => `range AS column_${i}`).join(', ')
  await runScript(page, `SELECT ${wide} FROM range(50)`)
  await results(page).getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemradio', { name: 'column_1', exact: true }).click()
  await expect(grid(page).getByRole('columnheader', { name: 'column_1', exact: true })).toBeHidden()
  const head = grid(page).getByRole('columnheader', { name: /^column_3\b/ })
  await head.hover()
  await head.getByRole('button', { name: 'Pin column_3' }).click()
  await expect(cells(page).first()).toHaveAttribute('data-column', 'column_3')
  const edge = head.getByRole('separator')
  const before = await head.boundingBox()
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await head.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
})

test.describe('downloads of all rows', () => {
  for (const [entry, ending, check] of [
    ['All rows as CSV', 'csv', (file: Buffer) => expect(String(file).trim().split('\n')).toHaveLength(5001)],
    ['All rows as JSON', 'json', (file: Buffer) => expect(JSON.parse(String(file))).toHaveLength(5000)],
    ['All rows as Parquet', 'parquet', (file: Buffer) => expect(file.subarray(-4).toString()).toBe('PAR1')],
    ['All rows as Excel', 'xlsx', (file: Buffer) => expect(file.subarray(0, 2).toString()).toBe('PK')],
  ] as const)
    test(entry, async ({ page }) => {
      await runScript(page)
      await results(page).getByRole('button', { name: 'Download' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: entry }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(new RegExp(String.raw`^sqllab_.*\.${ending}$`))
      check(readFileSync(await file.path()))
    })
})

test('two results are compared by a key', async ({ page }) => {
  await runScript(page, "SELECT range AS id, 'row ' || range AS name FROM range(10)")
  await runScript(page, "SELECT range AS id, CASE range WHEN 5 THEN 'other' ELSE 'row ' || range END AS name FROM range(2, 13)")
  await results(page).getByRole('button', { name: 'Compare with another result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare results' })
  await expect(dialog.getByText('7 rows are equal')).toBeVisible()
  await expect(dialog.getByRole('grid').locator('[data-row="0"]')).toHaveText(/5\s*other\s*row 5/)
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await dialog.getByRole('tab', { name: 'Only in this result (3)' }).click()
  await expect(dialog.getByRole('grid').locator('[data-row="0"]')).toHaveText(/10\s*row 10/)
  await dialog.getByRole('tab', { name: 'Only in the other (2)' }).click()
  await expect(dialog.getByRole('grid').locator('[data-row="0"]')).toHaveText(/0\s*row 0/)
})
