import { test as base, expect } from '@playwright/test'
import { startServer } from './server.ts'

base(
  'who owns a dashboard finds it at home, opened or not; the examples alone leave the page to the first data; a place for more data stays',
  async ({ page }) => {
    const server = await startServer()
    try {
      await page.goto(server.link)
      await page.getByRole('link', { name: 'Continue without' }).click()
      await expect(page.getByRole('heading', { name: 'Or look at an example' })).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('heading', { name: 'Bring your data' })).toBeVisible()

      const { result: token } = (await (await page.request.get(`${server.address}/api/v1/security/csrf_token/`)).json()) as {
        result: string
      }
      const data = { dashboard_title: 'Quarterly numbers' }
      const made = await page.request.post(`${server.address}/api/v1/dashboard/`, { data, headers: { 'X-CSRFToken': token } })
      expect(made.status()).toBe(201)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Quarterly numbers' }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Bring your data' })).toBeHidden()
      const bring = page.getByRole('region', { name: 'Bring your data' })
      for (const name of ['Choose a file', 'Paste a table', 'Connect a database'])
        await expect(bring.getByRole('button', { name, exact: true })).toBeVisible()
    } finally {
      await server.stop()
    }
  },
)
