import { expect, settled, test } from './server.ts'

test('deleting a single row keeps the selection of others', async ({ page }) => {
  await page.goto('/chart/list/')
  const rows = page.getByRole('row')
  const deleted = rows.nth(1)
  for (const row of [deleted, rows.nth(3)]) await row.getByRole('checkbox').check()
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(toolbar).toContainText('2 selected')
  await deleted.hover()
  await deleted.getByRole('button', { name: /^Delete/ }).click()
  await expect(toolbar).toContainText('1 selected')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('Undo restores charts deleted in bulk', async ({ page }) => {
  const ids = async (): Promise<number[]> => {
    const found = await page.request.get(`/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:rating)),page_size:100)`)
    return ((await found.json()) as { result: { id: number }[] }).result.map(({ id }) => id).sort((a, b) => a - b)
  }
  const before = await ids()
  await page.goto('/chart/list/')
  await page.getByRole('searchbox').first().fill('rating')
  await expect(page).toHaveURL(/rating/)
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(before.length)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(sure.or(undo).first()).toBeVisible()
  if (await sure.isVisible()) await sure.getByRole('button', { name: /Delete/ }).click()
  await expect(undo).toBeVisible()
  expect(await ids()).toEqual([])
  await undo.click()
  await expect.poll(ids).toEqual(before)
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(before.length)
})

test('a chart is duplicated from the list; one and several charts are added to a dashboard', async ({ page }) => {
  await page.goto('/chart/list/')
  const search = page.getByRole('searchbox').first()
  await search.fill('The biggest films')
  await expect(page).toHaveURL(/biggest/)
  // A menu whose row is replaced closes.
  await settled(page)
  const act = async (name: string, what: string) => {
    await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await act('The biggest films', 'Duplicate')
  await expect(page.getByText('Duplicated as “The biggest films (copy)”')).toBeVisible()
  await expect(page.getByRole('link', { name: 'The biggest films (copy)', exact: true })).toBeVisible()

  await act('The biggest films (copy)', 'Add to dashboard')
  const dialog = page.getByRole('dialog', { name: 'Add “The biggest films (copy)” to a dashboard' })
  await dialog.getByRole('combobox', { name: 'Dashboard' }).click()
  await page.getByRole('option', { name: 'New dashboard' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Favourite films')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('“The biggest films (copy)” was added to “Favourite films”')).toBeVisible()

  await expect(page.getByRole('checkbox', { name: /^Select The biggest films/ })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to dashboard' }).click()
  const both = page.getByRole('dialog', { name: 'Add 2 charts to a dashboard' })
  await both.getByRole('combobox', { name: 'Dashboard' }).click()
  await page.getByRole('option', { name: 'Favourite films' }).click()
  // The chosen one stays offered when a search does not find it, and keeps its name.
  await both.getByRole('combobox', { name: 'Dashboard' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('no such dashboard')
  await expect(page.getByRole('option')).toHaveText(['New dashboard', 'Favourite films'])
  await page.getByRole('option', { name: 'Favourite films' }).click()
  await both.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('1 chart was added to “Favourite films”. 1 was already there.')).toBeVisible()

  await page.getByRole('button', { name: 'Open dashboard' }).last().click()
  await expect(page).toHaveURL(/\/superset\/dashboard\/\d+/)
  await expect(page.getByRole('main').getByText('The biggest films (copy)')).toBeVisible()
  await expect(page.getByRole('main').getByText('The biggest films', { exact: true })).toBeVisible()
})
