import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

test('the preview of a new theme warns of low contrast', async ({ page }) => {
  await page.goto('/theme/list/')
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'New theme' })
  await sheet.getByLabel('Name').fill('Raspberry')
  await sheet.getByLabel('Tokens').fill('{"token": {"colorPrimary": "#FFEE00"}}')
  await expect(sheet.getByText('Links: hard to read').first()).toBeVisible()
})

test('a theme is made by keyboard, given to everybody as the light one, and taken away again', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/theme/list/')
  await page.getByRole('button', { name: 'Theme', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'New theme' })
  await sheet.getByLabel('Name').fill('Plum')
  // The preview has the colours of the theme, whatever their contrast.
  expect(await axeFaults(page, ['serious', 'critical'], { within: '[role=dialog] label' })).toEqual([])
  await sheet.getByLabel('Tokens').fill('{"token": {"colorPrimary": "#7A1F5C"}}')
  await sheet.getByRole('button', { name: 'Save' }).press('Enter')
  const row = page.getByRole('row', { name: /Plum/ })
  await expect(row).toBeVisible()
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim().toUpperCase())
  const choose = async (name: string) => {
    await row.hover()
    await row.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
    await expect(page.getByText('Everybody gets it with the next page').first()).toBeVisible()
  }
  await choose('Light theme of everybody')
  await page.goto('/dashboard/list/')
  await settled(page)
  expect(await accent()).toBe('#7A1F5C')
  expect(await axeFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(accent).not.toBe('#7A1F5C')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/theme/list/')
  await choose('No longer the light theme of everybody')
  await page.reload()
  await settled(page)
  expect(await accent()).not.toBe('#7A1F5C')
})
