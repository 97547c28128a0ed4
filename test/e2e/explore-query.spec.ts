import { expect, settled, test } from './server.ts'
import { post } from './postgres.ts'

const sql = "SELECT 'a' AS kind, 3 AS amount UNION ALL SELECT 'b', 4"

test('a saved query is explored, previewed, and saved as a dataset with its chart', async ({ page }) => {
  await page.goto('/savedqueryview/list/')
  const databases = (await (await page.request.get('/api/v1/database/')).json()) as { result: { id: number; database_name: string }[] }
  const [database] = databases.result
  const { id } = await post(page, '/api/v1/saved_query/', { label: 'Kinds', sql, db_id: database?.id, schema: 'main' })
  await page.goto('/savedqueryview/list/')
  await page.getByRole('button', { name: 'Actions of Kinds' }).click()
  await page.getByRole('menuitem', { name: 'Create chart' }).click()
  await page.waitForURL(`**/explore/?datasource_type=saved_query&datasource_id=${id}`)
  await settled(page)
  const dataPane = page.getByRole('region', { name: 'Dataset' })
  await expect(dataPane).toContainText('Kinds')
  await expect(dataPane.getByRole('button', { name: /^amount/ })).toBeVisible()
  await expect(page.locator('[data-picture] [data-status=done]')).toBeVisible()

  await page.getByRole('button', { name: 'Dataset menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Query preview' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Edit dataset' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Query preview' }).click()
  await expect(page.getByRole('dialog', { name: /^Query preview/ })).toContainText('UNION ALL')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Samples' }).click()
  await expect(page.getByRole('region', { name: 'Results' }).getByText('2 rows')).toBeVisible()
  // The edited chart is kept, and found again.
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/explore/form_data') && (answer.request().postData() ?? '').includes('\\"viz_type\\":\\"table\\"'),
  )
  await page.getByRole('radio', { name: /^Table/ }).click()
  expect((await kept).ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^Table/ })).toBeChecked()

  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  await dialog.getByRole('textbox', { name: /^Chart name/ }).fill('Kinds by amount')
  await expect(dialog.getByRole('textbox', { name: /^Dataset name/ })).toHaveValue('Kinds')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/slice_id=/)
  await settled(page)
  await page.getByRole('button', { name: 'Dataset menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit dataset' })).toBeVisible()
})

test('an exported saved query is imported, and replaces the one that exists only when that is confirmed', async ({ page }) => {
  await page.goto('/savedqueryview/list/')
  const databases = (await (await page.request.get('/api/v1/database/')).json()) as { result: { id: number }[] }
  const { id } = await post(page, '/api/v1/saved_query/', { label: 'Wandering', sql, db_id: databases.result[0]?.id, schema: 'main' })
  const bundle = await (await page.request.get(`/api/v1/saved_query/export/?q=!(${id})`)).body()
  await page.goto('/savedqueryview/list/')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'queries.zip', mimeType: 'application/zip', buffer: bundle })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('“queries.zip” was imported')).toBeVisible()
})
