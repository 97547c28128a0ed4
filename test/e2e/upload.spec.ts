import { drop } from './drop-file.ts'
import { expect, test } from './server.ts'

const csv = ['day;region;amount', '2024-01-01;north;5', '2024-02-01;south;6', '2024-03-01;south', '2024-04-01;north;9', ''].join('\n')

test('a file is dropped, previewed, corrected and explored; its rejected line can be downloaded', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('main')).toBeVisible()
  await drop(page, 'regions.csv', csv)

  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toContainText(/Semicolon/)
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toContainText('2024-04-01')
  await expect(dialog.getByRole('table', { name: 'Rejected lines' })).toContainText('2024-03-01;south')
  const typeOfRegion = async (type: string) => {
    await dialog
      .getByRole('columnheader', { name: /region/ })
      .getByRole('button')
      .last()
      .click()
    await page.getByRole('menuitemradio', { name: type }).click()
  }
  await typeOfRegion('Decimal')
  await dialog.getByRole('button', { name: 'Empty these cells' }).click()
  await expect(dialog).toContainText('3 values do not fit their columns: their cells are left empty.')
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toContainText('2024-04-01')
  await typeOfRegion('Text')
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill('regions')
  await dialog.getByRole('button', { name: 'Create and explore' }).click()

  await page.waitForURL(/\/explore\/\?.*datasource/)
  await expect(page.getByRole('region', { name: 'Dataset' }).getByText('regions', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Dataset' }).getByRole('button', { name: /^amount/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
})

test('an unreadable file is reported in the dialog, and the input is kept', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('main')).toBeVisible()
  await drop(page, 'nothing.csv', '')
  await expect(page.getByText('The file is empty')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'nothing.csv cannot be read', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read as found' })).toBeHidden()
})
