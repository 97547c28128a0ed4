import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'

const password = 'correct horse battery'
const grave = ['serious', 'critical'] as const

/** A security key that answers by itself, as Chromium simulates one. */
const plugInKey = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  })
  return { unplug: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) }
}

test('a passkey is added, logs in beside a password and instead of it, is renamed and revoked, by keyboard', async ({ page, server }) => {
  const { csrf_token: token } = (await (await page.request.get('/api/v1/me/session')).json()) as { csrf_token: string }
  await page.request.put('/api/v1/me/password', { data: { password }, headers: { 'x-csrftoken': token } })
  // Passkeys are made for names, not for IP addresses.
  const site = server.address.replace('127.0.0.1', 'localhost')
  await plugInKey(page)
  const typeName = async () => {
    await page.goto(`${site}/login/`)
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }
  await typeName()
  await expect(page).not.toHaveURL(/\/login\//)

  await page.goto(`${site}/settings/second-factor/`)
  await page.getByRole('button', { name: 'Passkey', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('This computer')
  expect(await axeFaults(page, [...grave])).toEqual([])
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Recovery codes' })
  await shown.getByRole('button', { name: 'Close' }).last().press('Enter')
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(row).toContainText('This computer')
  expect(await axeFaults(page, [...grave])).toEqual([])

  await page.context().clearCookies()
  await typeName()
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await expect(use).toBeFocused()
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeHidden()
  expect(await axeFaults(page, [...grave])).toEqual([])
  await use.press('Enter')
  await expect(page).not.toHaveURL(/\/login\//)

  await page.context().clearCookies()
  await page.goto(`${site}/login/?next=%2Fchart%2Flist%2F`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
  await expect(page).toHaveURL(/\/chart\/list\//)

  await page.goto(`${site}/settings/second-factor/`)
  await expect(row).toContainText('last used just now')
  await row.getByRole('button', { name: 'Rename the passkey: This computer' }).press('Enter')
  await page.getByRole('dialog', { name: 'Rename the passkey' }).getByLabel('Name').fill('Old computer')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Old computer')
  await row.getByRole('button', { name: 'Revoke the passkey: Old computer' }).press('Enter')
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('It is your last second factor')
  await asked.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(row).toHaveCount(0)
})

test('a passkey that is not there says so, and the password still works', async ({ page, server }) => {
  const site = server.address.replace('127.0.0.1', 'localhost')
  const key = await plugInKey(page)
  await page.goto(`${site}/login/`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login\//)
  await page.goto(`${site}/settings/second-factor/`)
  await page.getByRole('button', { name: 'Passkey', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Key')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('button', { name: 'Close' }).last().click()
  await key.unplug()
  await plugInKey(page)

  await page.context().clearCookies()
  await page.goto(`${site}/login/`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('The passkey was not used: cancelled, or too late.')
})
