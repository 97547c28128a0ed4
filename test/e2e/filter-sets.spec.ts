import { axeFaults } from './axe.ts'
import { allTypes, bar, choose, figure, makeDashboard, textOf } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

test('a filter set is created, chosen, opened by its address, renamed, rebuilt and deleted', async ({ page }) => {
  const id = await makeDashboard(page, 'with-sets', (dataset) => allTypes(dataset).slice(0, 3))
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  const before = await textOf(page)
  const apply = bar(page).getByRole('button', { name: 'Apply filters' })
  await choose(page, 'Genre', 'Documentary')
  await bar(page).getByRole('tab', { name: 'Filter sets (0)' }).click()
  await bar(page).getByRole('button', { name: 'Create new filter set' }).click()
  const form = bar(page).getByRole('form', { name: 'Create new filter set' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('New filter set')
  await expect(form).toContainText('Please apply filter changes')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await apply.click()
  await expect(figure(page)).not.toHaveText(before)
  const narrowed = await textOf(page)
  await form.getByRole('textbox', { name: 'Name' }).fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Please filter set name')
  await form.getByRole('textbox', { name: 'Name' }).fill('Documentaries')
  await form.getByRole('checkbox', { name: 'For everyone who sees this dashboard' }).check()
  const created = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/filtersets'))
  await form.getByRole('button', { name: 'Save' }).click()
  const stored = (await (await created).json()) as { id: number; owner_type: string }
  expect(stored.owner_type).toBe('Dashboard')
  const set = bar(page).getByRole('button', { name: 'Documentaries', exact: true })
  await expect(set).toHaveAttribute('aria-pressed', 'true')
  await expect(bar(page).getByRole('tab', { name: 'Filter sets (1)' })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Create new filter set' })).toBeFocused()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])

  // The same name and the same content are pointed out.
  await bar(page).getByRole('button', { name: 'Create new filter set' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Documentaries')
  await expect(form).toContainText('Filter set with this name already exists')
  await expect(form).toContainText('This filter set is identical to: "Documentaries"')
  await form.getByRole('button', { name: 'Cancel' }).click()

  // Chosen, it waits to be applied.
  await bar(page).getByRole('button', { name: 'Clear all' }).click()
  await apply.click()
  await expect(figure(page)).toHaveText(before)
  await set.click()
  expect(await textOf(page)).toBe(before)
  await apply.click()
  await expect(figure(page)).toHaveText(narrowed)

  // By the address it is in force at once.
  await settled(page)
  await page.goto(`/superset/dashboard/${id}/?filter_set=${stored.id}`)
  await expect(figure(page)).toHaveText(narrowed)
  await expect(set).toHaveAttribute('aria-pressed', 'true')

  // Renamed with other values.
  const menu = bar(page).getByRole('button', { name: 'Actions on “Documentaries”' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = bar(page).getByRole('form', { name: 'Edit “Documentaries”' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('True stories')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(bar(page).getByRole('button', { name: 'True stories', exact: true })).toBeVisible()

  // A filter that goes leaves the set with one that is not applied, until the set is rebuilt.
  const headers = { 'X-CSRFToken': ((await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }).result }
  const removed = await page.request.put(`/api/v1/dashboard/${id}/filters`, { data: { deleted: ['NATIVE_FILTER-genre'] }, headers })
  expect(removed.status()).toBe(200)
  await settled(page)
  await page.goto(`/superset/dashboard/${id}/?filter_set=${stored.id}`)
  await expect(figure(page)).toHaveText(before)
  await expect(bar(page)).toContainText('The filter is no longer on the dashboard. It will not be applied.')
  await bar(page).getByRole('button', { name: 'Actions on “True stories”' }).click()
  await page.getByRole('menuitem', { name: /Rebuild/ }).click()
  await expect(bar(page)).not.toContainText('It will not be applied.')

  await bar(page).getByRole('button', { name: 'Actions on “True stories”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(bar(page).getByRole('tab', { name: 'Filter sets (0)' })).toBeVisible()
})
