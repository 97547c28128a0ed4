import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'

test('an API token is made by keyboard, shown once, used, and revoked', async ({ page, playwright, server }) => {
  await page.goto('/settings/tokens/')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await page.getByRole('button', { name: 'API token' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByRole('button', { name: 'Create token' }).press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('nightly export')
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await dialog.getByRole('checkbox', { name: /^Change/ }).press('Space')
  await dialog.getByLabel('Name').press('Enter')

  const shown = page.getByRole('dialog', { name: 'Your new token' })
  const token = (await shown.locator('pre').textContent()) ?? ''
  expect(token).toMatch(/^chartroom_[\w-]{43}$/)
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await shown.getByRole('button', { name: 'Close' }).last().press('Enter')
  const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem').filter({ hasText: 'nightly export' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Read, Change')
  await expect(page.getByText(token)).toHaveCount(0)

  const program = await playwright.request.newContext({
    baseURL: server.address,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
    storageState: { cookies: [], origins: [] },
  })
  expect((await program.get('/api/v1/me/')).status()).toBe(200)
  expect((await program.get('/api/v1/security/users/')).status()).toBe(403)
  await page.reload()
  await expect(row).toContainText('last used just now')

  await row.getByRole('button', { name: 'Revoke the token: nightly export' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  expect((await program.get('/api/v1/me/')).status()).toBe(401)
  await program.dispose()
})
