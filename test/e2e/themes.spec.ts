import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'

test('a theme is made with a preview that warns of low contrast, given to everybody, and taken back', async ({ page }) => {
  await page.goto('/theme/list/')
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'New theme' })
  await sheet.getByLabel('Name').fill('Raspberry')
  await sheet.getByLabel('Tokens').fill('{"token": {"colorPrimary": "#FFEE00"}}')
  await expect(sheet.getByText('accent on surface is hard to read').first()).toBeVisible()
  await sheet.getByLabel('Tokens').fill('{"token": {"colorPrimary": "#AA0066"}}')
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await sheet
    .getByRole('button', { name: 'Create' })
    .or(sheet.getByRole('button', { name: 'Save' }))
    .first()
    .click()
  await expect(page.getByText('Theme saved')).toBeVisible()
  const row = page.getByRole('row', { name: /Raspberry/ })
  const give = async (entry: string) => {
    await row.hover()
    await row.getByRole('button', { name: /^(More|Actions)/ }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  await give('Light theme of everybody')
  await expect(row).toContainText('Light theme of everybody')
  await page.reload()
  const accent = () => page.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').trim())
  await expect.poll(accent).toBe('#AA0066')
  await give('No longer the light theme of everybody')
  await expect(row).not.toContainText('Light theme of everybody')
  await page.reload()
  await expect.poll(accent).not.toBe('#AA0066')
})
