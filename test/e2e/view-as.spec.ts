import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

test('an administrator looks at the product as a role, changes nothing, and ends it with one click', async ({ page }) => {
  await page.goto('/roles/')
  const row = page.getByRole('row', { name: /Gamma/ })
  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'View as this role' }).press('Enter')
  const banner = page.getByRole('complementary', { name: 'View as somebody else' })
  await expect(banner).toContainText('You see this as holders of the role Gamma do')

  await page.goto('/dashboard/list/')
  await expect(banner).toBeVisible()
  await expect(page.getByText('No dashboards yet')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.goto('/users/')
  await expect(banner).toBeVisible()
  expect((await page.request.get('/api/v1/security/users/')).status()).toBe(403)
  await page.goto('/superset/dashboard/list/?standalone=3')
  await expect(banner).toBeVisible()

  await banner.getByRole('button', { name: 'Be yourself again' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  await expect(banner).toBeHidden()
  await page.goto('/actionlog/list/')
  await expect(page.getByRole('row', { name: /view_as\.begin/ }).first()).toBeVisible()
})

test('as an administrator one sees dashboards with their charts and filters, without errors', async ({ page }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto('/users/')
  const row = page.getByRole('row', { name: /admin/ })
  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'View as this person' }).click()
  const banner = page.getByRole('complementary', { name: 'View as somebody else' })
  await expect(banner).toContainText('You see this as')
  await page.goto('/dashboard/list/')
  await page.getByRole('row').getByRole('link').first().click()
  await settled(page)
  await expect(banner).toBeVisible()
  await expect(page.locator('canvas, svg[role=img]').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(faults).toEqual([])
  await banner.getByRole('button', { name: 'Be yourself again' }).click()
  await expect(banner).toBeHidden()
})
