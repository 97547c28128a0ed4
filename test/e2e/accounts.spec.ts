import { readFile } from 'node:fs/promises'
import { axeFaults } from './axe.ts'
import { expect, settled, startServer, test } from './server.ts'

const grave = ['serious', 'critical'] as const

test('who asks for an account is approved by an administrator, and logs in', async ({ browser }) => {
  const running = await startServer(['--registration', 'approval'])
  try {
    const person = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await person.goto(`${running.address}/login/`)
    await person.getByRole('link', { name: 'Create an account' }).press('Enter')
    // The form to log in has a user name, too.
    await person.getByRole('button', { name: 'Ask for an account' }).waitFor()
    for (const [label, text] of Object.entries({ 'User name': 'mia', 'First name': 'Mia', 'Last name': 'Wolf' }))
      await person.getByRole('textbox', { name: label, exact: true }).fill(text)
    await person.getByLabel('E-mail address').fill('mia@example.org')
    await person.getByRole('textbox', { name: 'Password', exact: true }).fill('small red fox')
    await person.getByLabel('Repeat password').fill('small red fox')
    expect(await axeFaults(person, [...grave])).toEqual([])
    await person.keyboard.press('Enter')
    await expect(person.getByRole('status')).toContainText('as soon as an administrator has approved it')

    const logIn = async (page: typeof person, name: string, password: string) => {
      await page.goto(`${running.address}/login/`)
      await page.getByLabel('User name').fill(name)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
    }
    await logIn(person, 'mia', 'small red fox')
    await expect(person.getByRole('alert')).toContainText('Wrong user name or password.')

    const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await admin.goto(running.link)
    await expect(admin).not.toHaveURL(/\/login\//)
    await admin.goto(`${running.address}/registrations/`)
    const row = admin.getByRole('row', { name: /Mia Wolf/ })
    await expect(row).toContainText('mia@example.org')
    expect(await axeFaults(admin, [...grave])).toEqual([])
    await row.hover()
    await row.getByRole('button', { name: /^Actions/ }).press('Enter')
    await admin.getByRole('menuitem', { name: 'Approve' }).press('Enter')
    await expect(admin.getByText('mia may log in now.')).toBeVisible()

    await logIn(person, 'mia', 'small red fox')
    await expect(person).not.toHaveURL(/\/login\//)
    await person.goto(`${running.address}/user_info/`)
    await expect(person.getByText('mia@example.org')).toBeVisible()
  } finally {
    await running.stop()
  }
})

test('the action log is filtered by person and action, a line is read, and what is shown is downloaded', async ({ page }) => {
  await page.goto('/actionlog/list/')
  await settled(page)
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  await page.getByRole('option', { name: 'login', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/action/)
  const lines = page.getByRole('row', { name: /login/ })
  await expect(lines.first()).toContainText('login')
  expect(await axeFaults(page, [...grave])).toEqual([])
  await lines.first().getByRole('button').first().press('Enter')
  await expect(page.getByRole('dialog', { name: 'login' })).toContainText('admin')
  expect(await axeFaults(page, [...grave])).toEqual([])
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const [head, ...rows] = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(head).toContain('action')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain('login')
})
