import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'
import { editorOf, results } from './sqllab-screen.ts'

test('a link opens and runs a query, which is explained, saved, listed, drawn, and opened in explore', async ({ page }) => {
  const sql = 'SELECT symbol, price FROM stocks'
  await page.goto(`/sqllab/?${new URLSearchParams({ sql, dbname: 'Files', schema: 'examples', name: 'Prices', autorun: 'true' })}`)
  await expect(page.getByRole('textbox', { name: 'SQL of Prices' })).toContainText(sql)
  await expect(results(page).getByText(/^560 rows/)).toBeVisible()
  await expect(page).toHaveURL(/\/sqllab\/$/)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Format SQL/ }).click()
  await expect(editorOf(page)).toContainText('SELECT  symbol,')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Explain…' }).click()
  await expect(page.getByRole('dialog', { name: 'Query plan' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('textbox', { name: 'Replace' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Query saved')).toBeVisible()
  await page.getByRole('link', { name: 'Saved Queries' }).click()
  await page.getByRole('grid', { name: 'Saved Queries' }).getByRole('button', { name: 'Prices', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Prices' })).toContainText('symbol')
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await page.getByRole('dialog', { name: 'Prices' }).getByRole('link', { name: 'Open in SQL Lab' }).click()
  await expect(editorOf(page)).toContainText('symbol')

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(results(page).getByText(/^560 rows/)).toBeVisible()
  await page.getByRole('tab', { name: 'Query History' }).click()
  await expect(page.getByRole('list', { name: 'Query History' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Results' }).click()
  await results(page).getByRole('button', { name: 'Chart it' }).click()
  await results(page).getByRole('button', { name: 'Open in explore' }).click()
  await expect(page).toHaveURL(/\/explore\//)
  await expect(page.getByText('SUM(price)').first()).toBeVisible()
})
