import type { Locator, Page } from '@playwright/test'
import { freePort } from '../engines/servers.ts'
import { startOrders, type Postgres } from './postgres.ts'
import { expect, test } from './server.ts'

let postgres: Postgres
test.beforeAll(async () => {
  postgres = await startOrders()
})
test.afterAll(() => postgres.stop())

/** Every answer of the API that holds the text. */
const answersWith = (page: Page, text: string): string[] => {
  const found: string[] = []
  page.on('response', async (answer) => {
    if (!answer.url().includes('/api/')) return
    const body = await answer.text().catch(() => '')
    if (body.includes(text)) found.push(answer.url())
  })
  return found
}

const openDialog = async (page: Page): Promise<Locator> => {
  await page.goto('/databaseview/list/')
  await page.getByRole('banner').getByRole('button', { name: 'New' }).click()
  await page.getByRole('menuitem', { name: 'Database connection' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'PostgreSQL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect PostgreSQL' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('a Postgres database is connected by form, and a dataset of one of its tables is explored', async ({ page }) => {
  const leaks = answersWith(page, 'secret')
  const dialog = await openDialog(page)
  const { host, port } = postgres.parameters
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await field('Hostname or IP address').fill(host)
  await field('Database port').fill(String(await freePort()))
  await field('Database name').fill('data')
  await field('Username').fill('postgres')
  await dialog.getByLabel('Password').fill('wrong')
  await field('Display name').fill('Shop')

  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText('ERROR: The port is closed.')).toBeVisible()
  await expect(field('Display name')).toHaveValue('Shop')

  await field('Database port').fill(String(port))
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText(/^ERROR: .*password/i)).toBeVisible()
  await expect(field('Username')).toHaveValue('postgres')

  await dialog.getByLabel('Password').fill('secret')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByRole('status')).toContainText('Connection looks good!')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()

  await page.waitForURL(/\/dataset\/add\/\?database_id=\d+/)
  await page.getByRole('list', { name: 'Tables' }).getByRole('button', { name: 'orders' }).click()
  await expect(page.getByText('ordered_at')).toBeVisible()
  await page.getByRole('button', { name: 'Create and explore' }).click()
  await page.waitForURL(/\/explore\/\?.*datasource/)
  await expect(page.getByRole('region', { name: 'Dataset' }).getByRole('button', { name: /^ordered_at/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()

  await page.goto('/databaseview/list/')
  await page.getByRole('button', { name: 'Actions of Shop' }).click()
  await page.getByRole('menuitem', { name: /Edit/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit connection' })
  await expect(edit.getByLabel('Password')).toHaveValue('XXXXXXXXXX')
  await edit.getByRole('button', { name: 'Test connection' }).click()
  await expect(edit.getByRole('status')).toContainText('Connection looks good!')
  expect(leaks).toEqual([])
})

test('a Postgres database is connected by URI; the password is masked from then on', async ({ page }) => {
  const leaks = answersWith(page, 'secret')
  const dialog = await openDialog(page)
  await dialog.getByRole('tab', { name: 'Address' }).click()
  const uri = dialog.getByRole('textbox', { name: 'SQLAlchemy URI' })
  await uri.fill(postgres.uri.replace('secret', 'wrong'))
  await dialog.getByRole('textbox', { name: 'Display name' }).fill('Shop by address')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByText(/^ERROR: .*password/i)).toBeVisible()
  await expect(uri).toHaveValue(/wrong/)

  await uri.fill(postgres.uri)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL(/\/dataset\/add\/\?database_id=\d+/)
  const id = new URL(page.url()).searchParams.get('database_id')
  const stored = await page.request.get(`/api/v1/database/${id}/connection`)
  expect(await stored.text()).toContain('XXXXXXXXXX')
  for (const path of [`/api/v1/database/${id}`, `/api/v1/database/${id}/connection`, '/api/v1/database/'])
    expect(await (await page.request.get(path)).text(), path).not.toContain('secret')
  expect(leaks).toEqual([])
})
