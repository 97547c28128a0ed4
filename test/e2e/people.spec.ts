import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

const openSection = async (page: Page, name: string) => {
  await page.goto('/settings/')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a role is made from searched permissions, compared with a built-in one, and given to a new user', async ({ page }) => {
  await openSection(page, 'Roles')
  await page.getByRole('button', { name: 'Role', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'New role' })
  await sheet.getByLabel('Name').fill('Readers')
  await sheet.getByRole('searchbox', { name: 'Search permissions' }).fill('read chart')
  const tree = sheet.getByRole('treegrid', { name: 'Permissions' })
  const row = tree.getByRole('row', { name: /^Chart/ })
  // The search has narrowed the tree to one view and its permission.
  await expect(tree.getByRole('row')).toHaveCount(2)
  await row.getByRole('checkbox').first().press('Space')
  await sheet.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Public' }).click()
  await expect(tree.getByText('not in Public').first()).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Readers/ })).toBeVisible()

  await openSection(page, 'Users')
  await page.getByRole('button', { name: 'User', exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByLabel('First name').fill('Ann')
  await form.getByLabel('Last name').fill('Lee')
  await form.getByLabel('User name').fill('ann')
  await form.getByLabel('E-mail address').fill('ann@example.org')
  await form.getByLabel('Password').fill('tall green giraffe')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form.getByText('A user needs at least one role or group')).toBeVisible()
  await form.getByRole('combobox', { name: 'Roles' }).fill('Read')
  await expect(page.getByRole('option')).toHaveText(['Readers'])
  await page.getByRole('option', { name: 'Readers' }).click()
  await form.getByLabel('Attributes').fill('region')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form.getByText('is not of the form: name = value')).toBeVisible()
  await form.getByLabel('Attributes').fill('region = EU')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form).toBeHidden()
  await page.getByRole('searchbox').fill('lee example')
  await expect(page.getByRole('row', { name: /Ann Lee/ })).toContainText('Readers')
  await page.getByRole('button', { name: 'Ann Lee', exact: true }).press('Enter')
  const edited = page.getByRole('dialog', { name: 'Edit user' })
  await expect(edited.getByLabel('Attributes')).toHaveValue('region = EU')
  expect(await axeFaults(page)).toEqual([])
  await edited.getByLabel('Last name').fill('Li')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved')).toBeVisible()

  await openSection(page, 'Action log')
  const line = page.getByRole('row', { name: /user\.create/ })
  await expect(line.first()).toBeVisible()
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  await page.getByRole('option', { name: 'user.create' }).click()
  await expect(page.getByRole('row', { name: /role\.create/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'user.create', exact: true }).first().click()
  const details = page.getByRole('dialog', { name: 'user.create' })
  await expect(details.getByText('"roles"')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await details.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^action-log-.*\.csv$/)
})

test('a group gives its people a role', async ({ page }) => {
  await openSection(page, 'Groups')
  await page.getByRole('button', { name: 'Group', exact: true }).first().press('Enter')
  const sheet = page.getByRole('dialog', { name: 'New group' })
  await sheet.getByLabel('Name').fill('analysts')
  await sheet.getByLabel('Label').fill('Analysts')
  await sheet.getByRole('combobox', { name: 'Roles' }).fill('Alp')
  await expect(page.getByRole('option')).toHaveText(['Alpha'])
  await page.getByRole('option', { name: 'Alpha' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Analysts/ })).toContainText('Alpha')
  expect(await axeFaults(page)).toEqual([])
})

test('a rule is checked, previewed as a person, and saved', async ({ page }) => {
  await openSection(page, 'Row-level security')
  await page.getByRole('button', { name: 'Rule', exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'New rule' })
  await sheet.getByLabel('Name').fill('Only Asia')
  await sheet.getByRole('combobox', { name: 'Datasets' }).fill('gapminder')
  await page.getByRole('option', { name: 'gapminder' }).click()
  await sheet.getByRole('combobox', { name: 'Roles' }).fill('Adm')
  await page.getByRole('option', { name: 'Admin' }).click()
  await sheet.getByLabel('Clause').fill('nothing = 1')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('alert').first()).toContainText('gapminder')
  await sheet.getByLabel('Clause').fill('year = 2005')
  await sheet.getByRole('combobox', { name: 'As this person' }).click()
  await page.getByRole('option').first().click()
  await sheet.getByRole('button', { name: 'Show rows' }).click()
  await expect(sheet.getByRole('status')).toContainText('rows, where year = 2005')
  expect(await axeFaults(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /Only Asia/ })
  await expect(row).toContainText('gapminder')
  await row.hover()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(row).toBeHidden()
})

test('the own name is changed on the profile', async ({ page }) => {
  await openSection(page, 'Profile')
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Lin')
  await page.getByLabel('Last name').press('Enter')
  await expect(page.getByText('Profile saved')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('these pages fit without horizontal scrolling', async ({ page }) => {
    for (const path of [
      '/users/',
      '/roles/',
      '/list_groups/',
      '/registrations/',
      '/rowlevelsecurity/list/',
      '/actionlog/list/',
      '/user_info/',
    ]) {
      await page.goto(path)
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0)
    }
  })
})
