import { expect, test } from './server.ts'

test('the preview of a new theme warns of low contrast', async ({ page }) => {
  await page.goto('/theme/list/')
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'New theme' })
  await sheet.getByLabel('Name').fill('Raspberry')
  await sheet.getByLabel('Tokens').fill('{"token": {"colorPrimary": "#FFEE00"}}')
  await expect(sheet.getByText('Links: hard to read').first()).toBeVisible()
})
