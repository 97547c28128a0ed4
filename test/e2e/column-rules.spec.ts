import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

test('a column rule is made, changed and deleted', async ({ page }) => {
  await page.goto('/settings/')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Column rules' }).click()
  await page.getByRole('button', { name: 'Rule', exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'New rule' })
  await sheet.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(sheet.getByRole('alert').first()).toBeVisible()
  await sheet.getByLabel('Name').fill('Countries in part')
  await sheet.getByRole('combobox', { name: 'Dataset' }).fill('gapminder')
  await page.getByRole('option', { name: 'gapminder' }).click()
  await sheet.getByRole('combobox', { name: 'Columns' }).fill('countr')
  await page.getByRole('option', { name: 'country' }).click()
  await sheet.getByRole('radio', { name: 'Year only' }).press('Space')
  expect(await axeFaults(page)).toEqual([])
  await sheet.getByRole('combobox', { name: 'Roles' }).fill('Gam')
  await expect(page.getByRole('option')).toHaveText(['Gamma'])
  await page.getByRole('option', { name: 'Gamma' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('country cannot be masked in this way.')).toBeVisible()
  // The focus is in the field that is wrong, whose list has opened.
  await page.keyboard.press('Escape')
  await sheet.getByRole('radio', { name: 'Last four' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /Countries in part/ })
  for (const text of ['gapminder', 'Last four', 'Gamma']) await expect(row).toContainText(text)
  await row.getByRole('button', { name: 'Countries in part', exact: true }).press('Enter')
  const edited = page.getByRole('dialog', { name: 'Edit rule' })
  await edited.getByRole('radio', { name: 'Hidden' }).click()
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Hidden')
  expect(await axeFaults(page)).toEqual([])
  await row.hover()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(row).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the list of column rules fits without horizontal scrolling, and its section is in view', async ({ page }) => {
    await page.goto('/columnrules/list/')
    await settled(page)
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Column rules' })).toBeInViewport({
      ratio: 1,
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
})
