import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

test('why a person sees a dashboard is told from its menu and from the page of users', async ({ page }) => {
  await page.goto('/dashboard/list/')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const name = (await row.getByRole('link').first().textContent()) ?? ''
  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Who sees this?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who sees what' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Dashboard' })).toHaveValue(name)
  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option').nth(1).click()
  await expect(page.getByRole('heading', { name: 'May open it Yes' })).toBeVisible()
  await expect(page.getByText('is an administrator, who may do everything').first()).toBeVisible()
  await expect(page.getByText('All rows: no row-level rule binds').first()).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Person' }).fill('not logged')
  await page.getByRole('option', { name: 'Not logged in' }).click()
  await expect(page.getByRole('heading', { name: 'May open it No' })).toBeVisible()
  await expect(page.getByText('No role of Somebody who is not logged in has the permission “can_read on Dashboard”.').first()).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'May open it No' })).toBeVisible()

  await page.goto('/users/')
  const person = page.getByRole('row', { name: /admin/ })
  await person.hover()
  await person.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'What does this person see?' }).press('Enter')
  await expect(page.getByText('Which object?')).toBeVisible()
  await page.getByRole('radio', { name: 'Dashboard' }).press('ArrowRight')
  await page.getByRole('radio', { name: 'Chart' }).press('ArrowRight')
  await page.getByRole('combobox', { name: 'Dataset' }).fill('gap')
  await expect(page.getByRole('option', { name: 'gapminder' }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Dataset' }).press('ArrowDown')
  await page.getByRole('combobox', { name: 'Dataset' }).press('Enter')
  await expect(page.getByRole('heading', { name: /May read the data of “gapminder”/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the page fits without horizontal scrolling', async ({ page }) => {
    await page.goto('/access/?kind=dataset&id=1&user=public')
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
})
