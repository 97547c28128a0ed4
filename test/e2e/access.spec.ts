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
  await expect(page.getByText('Choose an object')).toBeVisible()
  await page.getByRole('radio', { name: 'Dashboard' }).press('ArrowRight')
  await page.getByRole('radio', { name: 'Chart' }).press('ArrowRight')
  await page.getByRole('combobox', { name: 'Dataset' }).fill('gap')
  await expect(page.getByRole('option').first()).toHaveText('gapminder')
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

test('whoever leaves hands over what they own', async ({ page }) => {
  await page.goto('/roles/')
  await settled(page)
  const csrf = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const headers = { 'x-csrftoken': csrf.result }
  const person = { first_name: 'Lea', last_name: 'Ver', username: 'lea', email: 'lea@example.org', active: true, roles: [1] }
  const made = await page.request.post('/api/v1/security/users/', { headers, data: { ...person, password: 'tall green giraffe' } })
  const { id } = (await made.json()) as { id: number }
  const charts = (await (await page.request.get('/api/v1/chart/?q=(page_size:1)')).json()) as {
    result: { id: number; slice_name: string }[]
  }
  const [chart] = charts.result
  expect((await page.request.put(`/api/v1/chart/${chart?.id}`, { headers, data: { owners: [id] } })).ok()).toBe(true)

  await page.goto('/users/')
  const row = page.getByRole('row', { name: /Lea Ver/ })
  await row.hover()
  await row.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Lea Ver”?' })
  await expect(dialog).toContainText(`${chart?.slice_name}no other owner`)
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('combobox', { name: 'New owner' }).fill('admin')
  await page.getByRole('option', { name: /admin/ }).click()
  await dialog.getByRole('button', { name: 'Delete and hand over' }).press('Enter')
  await expect(page.getByText('Deleted: Lea Ver')).toBeVisible()
  await expect(row).toBeHidden()
  const kept = (await (await page.request.get(`/api/v1/chart/${chart?.id}`)).json()) as { result: { owners: { id: number }[] } }
  expect(kept.result.owners).toHaveLength(1)
})
