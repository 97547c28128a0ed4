import { drop } from './drop-file.ts'
import { expect, test } from './server.ts'

test('rows are appended to a table after the columns that differ were listed', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  const open = async (name: string, content: string) => {
    await page.goto('/superset/welcome/')
    await expect(page.getByRole('heading', { name: 'Bring your data' })).toBeVisible()
    await drop(page, name, content)
    await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
  }
  await open('shelves.csv', 'item,amount\na,1\nb,2\n')
  await expect(dialog.getByRole('combobox', { name: 'This table exists' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Create and explore' }).click()
  await page.waitForURL(/\/explore\/\?.*datasource/)

  await open('more shelves.csv', 'item\nc\n')
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill('shelves')
  await expect(dialog.getByRole('list', { name: 'Columns that differ' })).toContainText('amount is only in the table')
  await dialog.getByRole('combobox', { name: 'This table exists' }).click()
  await page.getByRole('option', { name: 'Append the rows' }).click()
  await dialog.getByRole('button', { name: 'Create and explore' }).click()
  await page.waitForURL(/\/explore\/\?.*datasource/)
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:shelves)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  expect(result).toHaveLength(1)
  const rows = await page.request.post(`/datasource/samples?datasource_type=table&datasource_id=${result[0]?.id}`, { data: {} })
  expect(((await rows.json()) as { result: { total_count: number } }).result.total_count).toBe(3)
})
