import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const password = 'correct horse battery'

/** Gives the account a password where it has none yet. */
const setPassword = async (page: Page) => {
  const { csrf_token: token } = (await (await page.request.get('/api/v1/me/session')).json()) as { csrf_token: string }
  return page.request.put('/api/v1/me/password', { data: { password }, headers: { 'x-csrftoken': token } })
}

test('the account lists its sessions and ends them', async ({ page, browser, server }) => {
  expect((await setPassword(page)).ok()).toBe(true)
  const elsewhere = async () => {
    const context = await browser.newContext({ userAgent: agent, baseURL: server.address, storageState: undefined })
    await context.request.post('/login/', { form: { username: 'admin', password } })
    return { isIn: async () => (await context.request.get('/api/v1/me/')).ok(), close: () => context.close() }
  }
  const [one, two] = [await elsewhere(), await elsewhere()]
  expect([await one.isIn(), await two.isIn()]).toEqual([true, true])

  await page.goto('/chart/list/')
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sessions' }).click()
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)

  const end = page.getByRole('button', { name: 'End the session: Firefox on Linux' })
  await expect(end).toHaveCount(2)
  await end.first().focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  expect([await one.isIn(), await two.isIn()].filter(Boolean)).toHaveLength(1)

  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  expect([await one.isIn(), await two.isIn()]).toEqual([false, false])
  await one.close()
  await two.close()
})

test('a list that fails to load says so and can be retried', async ({ page }) => {
  let fails = true
  await page.route('**/api/v1/me/sessions', (route) => (fails ? route.fulfill({ status: 500, json: { message: 'No' } }) : route.continue()))
  await page.goto('/sessions/')
  await expect(page.getByText('The sessions could not be loaded')).toBeVisible({ timeout: 15_000 })
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This device')).toBeVisible()
})

test('logging out ends the session', async ({ page }) => {
  // The session of the other tests lives on.
  await setPassword(page)
  await page.context().clearCookies()
  await page.request.post('/login/', { form: { username: 'admin', password } })
  await page.goto('/chart/list/')
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login\//)
  expect((await page.request.get('/api/v1/me/')).status()).toBe(401)
})
