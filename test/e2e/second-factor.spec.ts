import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'

const password = 'correct horse battery'
const grave = ['serious', 'critical'] as const

const logIn = async (page: Page) => {
  await page.context().clearCookies()
  await page.goto('/login/')
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

test('a second factor is set up by keyboard, asked for at the log-in, and replaced by a recovery code', async ({ page }) => {
  const { csrf_token: token } = (await (await page.request.get('/api/v1/me/session')).json()) as { csrf_token: string }
  await page.request.put('/api/v1/me/password', { data: { password }, headers: { 'x-csrftoken': token } })

  // Long after a log-in, the password would be asked for again.
  await logIn(page)
  await expect(page).not.toHaveURL(/\/login\//)
  await page.goto('/settings/second-factor/')
  await expect(page.getByText('No second factor yet')).toBeVisible()
  expect(await axeFaults(page, [...grave])).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' })
  await expect(dialog.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  expect(await axeFaults(page, [...grave])).toEqual([])
  const secret = ((await dialog.locator('pre').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: false }).last().fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('This code is wrong or was used already.')
  await dialog.getByRole('textbox').fill(await generate({ secret }))
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Recovery codes' })
  const codes = ((await shown.locator('pre').textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await shown.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(page.getByRole('list', { name: 'Second factor' })).toContainText('10 recovery codes left')

  await logIn(page)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  expect(await axeFaults(page, [...grave])).toEqual([])
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This code is wrong or was used already.')
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login\//)

  await page.goto('/settings/second-factor/')
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No second factor yet')).toBeVisible()
})
