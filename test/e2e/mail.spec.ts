import { test as base, expect } from '@playwright/test'
import { startMailSink } from '../../src/server/testing/mail-sink.ts'
import { axeFaults } from './axe.ts'
import { startServer } from './server.ts'

const grave = ['serious', 'critical'] as const
const chosen = 'correct horse battery'

/** The path of the link in a mail; its origin is that of the public URL. */
const pathIn = (mail: string) => /https:\/\/charts\.example\.org(\/new-password\/#[\w.-]+)/.exec(mail)?.[1] ?? ''

base('somebody is invited by mail, chooses a password, forgets it, and chooses another one', async ({ page, browser }) => {
  const sink = await startMailSink()
  const mail = ['--smtp-host', '127.0.0.1', '--smtp-port', String(sink.port), '--smtp-security', 'none', '--mail-from', 'a@example.org']
  const server = await startServer([...mail, '--public-url', 'https://charts.example.org'])
  const guest = await browser.newContext({ baseURL: server.address })
  try {
    await page.goto(server.link)
    await page.getByRole('link', { name: 'Continue without' }).click()
    await page.goto(`${server.address}/users/`)
    await page.getByRole('main').getByRole('button', { name: 'User', exact: true }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'New user' })
    await expect(sheet.getByLabel('First name')).toBeVisible()
    await expect(sheet.getByLabel('Password', { exact: true })).toBeHidden()
    expect(await axeFaults(page, [...grave])).toEqual([])
    await sheet.getByLabel('First name').fill('Noor')
    await sheet.getByLabel('User name').fill('noor')
    await sheet.getByLabel('E-mail address').fill('noor@example.org')
    await sheet.getByRole('combobox', { name: 'Roles' }).fill('Gamma')
    // The list moves when the answer to the typed text comes.
    await expect(page.getByRole('option')).toHaveText(['Gamma'])
    await page.getByRole('option', { name: 'Gamma' }).click()
    await expect(sheet.getByRole('button', { name: 'Remove Gamma' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User saved')).toBeVisible()
    const path = pathIn(await sink.next())

    const theirs = await guest.newPage()
    await theirs.goto(path)
    await expect(theirs.getByLabel('New password', { exact: true })).toBeFocused()
    expect(await axeFaults(theirs, [...grave])).toEqual([])
    await theirs.keyboard.type(chosen)
    await theirs.keyboard.press('Tab')
    await theirs.keyboard.type(chosen)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByText('Password saved. Log in as noor.')).toBeVisible()
    await theirs.goto(path)
    await theirs.getByLabel('New password', { exact: true }).fill(chosen)
    await theirs.getByLabel('Repeat new password').fill(chosen)
    await theirs.getByRole('button', { name: 'Save the password' }).click()
    await expect(theirs.getByRole('alert')).toHaveText('This link was already used or has expired.')

    await theirs.goto('/login/')
    await theirs.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
    await expect(theirs.getByLabel('User name or e-mail address')).toBeFocused()
    expect(await axeFaults(theirs, [...grave])).toEqual([])
    await theirs.keyboard.type('noor@example.org')
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('status').filter({ hasText: 'noor@example.org' })).toBeVisible()
    await theirs.goto(pathIn(await sink.next()))
    await theirs.getByLabel('New password', { exact: true }).fill(`${chosen} staple`)
    await theirs.getByLabel('Repeat new password').fill(`${chosen} staple`)
    await theirs.keyboard.press('Enter')
    await theirs.getByLabel('User name').fill('noor')
    await theirs.getByLabel('Password').fill(`${chosen} staple`)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('button', { name: 'Account of Noor' })).toBeVisible()
  } finally {
    await guest.close()
    await server.stop()
    await sink.close()
  }
})
