import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

/** Lets the page have what Ctrl V would bring. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const cells = 'Name\tCity\tRevenue\r\nAnn\tOslo\t"1,5"\r\n"Bo ""B"""\t\t2\r\n"Cy\nC"\tRoma\t\r\n'

test('a table is pasted outside fields, and into the upload dialog', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  await page.goto('/tablemodelview/list/')
  await page.getByRole('searchbox').first().focus()
  await paste(page, cells)
  await expect(dialog).toBeHidden()
  await page.getByRole('heading', { name: 'Datasets' }).click()
  await paste(page, cells)
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toContainText('Bo "B"')
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toContainText('Tab')
  await expect(dialog.getByRole('combobox', { name: 'Decimals' })).toContainText('Comma')
  await expect(dialog.getByText('3 rows will be stored')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/dataset/add/')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Dataset from a file' }).click()
  await expect(dialog.getByRole('button', { name: 'Paste a table' })).toBeVisible()
  await paste(page, cells)
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toContainText('Oslo')
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill('pasted people')
  await dialog.getByRole('button', { name: 'Create and explore' }).click()
  await page.waitForURL(/\/explore\/\?.*datasource/)
})

test('a button reads the clipboard wherever a file can be chosen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  for (const path of ['/superset/welcome/', '/dataset/add/', '/chart/add']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Paste a table' })).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), cells)
    await page.getByRole('button', { name: 'Paste a table' }).click()
    await expect(dialog.getByRole('grid', { name: 'Preview' }), path).toContainText('Oslo')
  }
})
