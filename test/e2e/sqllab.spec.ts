import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

const editorOf = (page: Page) => page.getByRole('textbox', { name: /^SQL of/ })
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

const openQuery = async (page: Page) => {
  await page.goto('/sqllab/')
  const tabs = page.getByRole('navigation', { name: 'Queries' }).getByRole('listitem')
  const add = page.getByRole('button', { name: 'New query' }).last()
  await add.waitFor()
  const before = await tabs.count()
  await add.click()
  await expect(tabs).toHaveCount(before + 1)
  await page.getByRole('combobox', { name: 'Schema' }).click()
  await page.getByRole('option', { name: 'examples' }).click()
  await expect(editorOf(page)).toBeVisible()
}

/** Replaces the script. */
const write = async (page: Page, sql: string) => {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

test('a script is completed from the tables and columns of the database, run by key, and shown after a reload', async ({ page }) => {
  await openQuery(page)
  await editorOf(page).click()
  await page.keyboard.type('SELECT * FROM stoc')
  await page.getByRole('option', { name: 'stocks' }).click()
  await page.keyboard.type(' s WHERE s.sym')
  await page.getByRole('option', { name: /^symbol/ }).click()
  await expect(editorOf(page)).toContainText('SELECT * FROM stocks s WHERE s.symbol')
  await page.keyboard.type(" = 'GOOG'; SELECT 1 AS second")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(results(page).getByRole('columnheader', { name: /second/ })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(results(page).getByRole('columnheader', { name: /symbol/ })).toBeVisible()
  await expect(results(page).getByText('GOOG').first()).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await saved(page)
  await page.reload()
  await expect(editorOf(page)).toContainText("s.symbol = 'GOOG'; SELECT 1 AS second")
  await expect(results(page).getByText('GOOG').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an error stands in place of the result, and the script stays', async ({ page }) => {
  await openQuery(page)
  await write(page, 'SELECT no_such_column FROM stocks')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(results(page).getByRole('alert')).toContainText('no_such_column')
  await expect(editorOf(page)).toContainText('SELECT no_such_column FROM stocks')
})

test('a long statement is followed further after a reload, and stopped', async ({ page }) => {
  await openQuery(page)
  await write(page, 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(results(page).getByText('Running…')).toBeVisible()
  await saved(page)
  await page.reload()
  await expect(results(page).getByText('Running…')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(results(page).getByText('The query was stopped.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
})

test('100,000 rows are searched, and downloaded as a file', async ({ page }) => {
  await openQuery(page)
  await write(page, "SELECT range AS number, 'row ' || range AS name FROM range(200000)")
  await page.getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: '100,000 rows' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(results(page).getByText(/^First 100,000 rows/)).toBeVisible()
  await results(page).getByRole('searchbox', { name: 'Search rows' }).fill('row 99998')
  await expect(results(page).getByText('row 99998', { exact: true })).toBeVisible()
  await results(page).getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As CSV', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^sqllab_.*\.csv$/)
})

test('tabs are renamed, moved, closed and opened again', async ({ page }) => {
  // A second query, so that there is one to move past.
  await openQuery(page)
  await openQuery(page)
  await write(page, 'SELECT 42 AS answer')
  await saved(page)
  const tabs = page.getByRole('navigation', { name: 'Queries' })
  await tabs.locator('[aria-current]').dblclick()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill('Answers')
  await page.keyboard.press('Enter')
  await tabs.getByRole('button', { name: 'Actions of Answers' }).click()
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await settled(page)
  await page.reload()
  const names = tabs.locator('li > button:first-child')
  await expect.poll(async () => (await names.allTextContents()).at(-2)).toBe('Answers')
  await tabs.getByRole('button', { name: 'Close Answers' }).click()
  await expect(tabs.getByRole('button', { name: 'Answers', exact: true })).toBeHidden()
  await tabs.getByRole('button', { name: 'Closed queries' }).click()
  await page.getByRole('menuitem', { name: 'Answers' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL of Answers' })).toContainText('SELECT 42 AS answer')
})

test('the tree searches tables, shows columns, previews rows and writes a SELECT of the real columns', async ({ page }) => {
  await openQuery(page)
  const tree = page.getByRole('complementary', { name: 'Tables' })
  await tree.getByRole('searchbox', { name: 'Search tables' }).fill('stoc')
  await tree.getByRole('button', { name: 'stocks', exact: true }).click()
  await expect(tree.getByRole('button', { name: 'Insert symbol' })).toBeVisible()
  await tree.getByRole('button', { name: 'Actions of stocks' }).click()
  await page.getByRole('menuitem', { name: 'Show 100 rows' }).click()
  await expect(results(page).getByText(/^(First )?100 rows/)).toBeVisible()
  await expect(editorOf(page)).not.toContainText('FROM')
  await tree.getByRole('button', { name: 'Actions of stocks' }).click()
  await page.getByRole('menuitem', { name: 'Insert SELECT of all columns' }).click()
  await expect(editorOf(page)).toContainText(/SELECT.*symbol.*FROM examples.stocks/s)
})

test('a fault is marked while typing, and the mark goes when it is mended', async ({ page }) => {
  await openQuery(page)
  await write(page, 'SELECT symbol FROM stocks WHERE WHERE price > 1')
  await expect(page.locator('.cm-fault')).toHaveText('WHERE')
  await expect(editorOf(page)).toHaveAttribute('aria-invalid', 'true')
  await write(page, 'SELECT symbol FROM stocks WHERE price > 1')
  await expect(page.locator('.cm-fault')).toHaveCount(0)
})
