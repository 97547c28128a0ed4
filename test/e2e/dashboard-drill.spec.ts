import type { Locator, Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const studios = 'Six studios share the market'

const drawn = async (one: Locator) => {
  await one.scrollIntoViewIfNeeded()
  await expect(one.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  await expect(one.getByRole('img').first()).toBeVisible()
}

const rowCount = async (dialog: Locator): Promise<number> => {
  const status = dialog.getByRole('status')
  await expect(status).toHaveText(/^[\d,]+ rows?$/)
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  return Number.parseInt(((await status.textContent()) ?? '').replaceAll(',', ''), 10)
}

/** Right-clicks a bar, once the chart answers to it. */
const openMarkMenu = async (page: Page, one: Locator) => {
  const entry = page.getByRole('menuitem', { name: /^Drill to detail by \S/ })
  await expect(async () => {
    await one.locator('canvas').click({ button: 'right', position: { x: 200, y: 20 } })
    await expect(entry).toBeVisible({ timeout: 2000 })
  }).toPass()
  return entry
}

test('drill to detail of a bar: its filter and those of the chart as chips, pages, reload, download', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bars = card(page, studios)
  await drawn(bars)
  const entry = await openMarkMenu(page, bars)
  const studio = ((await entry.textContent()) ?? '').replace('Drill to detail by ', '')
  const asked = page.waitForRequest((request) => request.url().includes('/datasource/samples'))
  await entry.click()
  expect((await asked).postDataJSON()).toMatchObject({ filters: [{ col: 'Distributor', op: 'IN', val: [studio] }] })

  const dialog = page.getByRole('dialog', { name: `Drill to detail: ${studios}` })
  const few = await rowCount(dialog)
  expect(few).toBeGreaterThan(50)
  await expect(dialog.getByRole('grid')).toContainText(studio)
  await expect(dialog.getByRole('columnheader', { name: /US Gross/ })).toBeAttached()
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect(dialog.getByText(`51–${Math.min(100, few)} of ${few}`)).toBeVisible()

  const forced = page.waitForRequest((request) => request.url().includes('force=true'))
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await forced
  for (const [format, ending] of [
    ['Export to .CSV', 'csv'],
    ['Export to Excel', 'xlsx'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    expect((await file).suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`))
  }
  // The button has the focus again, and may have its tooltip, which belongs to no landmark; any key hides it.
  await page.keyboard.press('Shift')
  await expect(page.getByRole('tooltip')).toBeHidden()
  expect(await axeFaults(page)).toEqual([])

  await dialog.getByRole('button', { name: `Remove “Distributor: ${studio}”` }).click()
  await expect.poll(() => rowCount(dialog)).toBeGreaterThan(few)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the card menu opens all rows, also with dashboard filters; an empty result says so', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bars = card(page, studios)
  await drawn(bars)
  await bars.locator('canvas').click({ position: { x: 200, y: 20 } })
  await expect(page.getByRole('group', { name: 'Filters in force' })).toContainText('Distributor')
  await settled(page)
  const films = card(page, 'Films')
  await films.getByRole('heading').hover()
  await films.getByRole('button', { name: 'Actions of Films' }).click()
  await page.getByRole('menuitem', { name: 'Drill to detail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drill to detail: Films' })
  await expect(dialog.getByRole('group', { name: 'Filters' })).toContainText('Distributor: ')
  const some = await rowCount(dialog)
  await dialog.getByRole('button', { name: /^Remove “Distributor/ }).click()
  await expect.poll(() => rowCount(dialog)).toBeGreaterThan(some)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.route('**/datasource/samples**', async (route) => {
    const response = await route.fetch()
    const { result } = (await response.json()) as { result: object }
    await route.fulfill({ json: { result: { ...result, data: [], total_count: 0 } } })
  })
  await films.getByRole('button', { name: 'Actions of Films' }).click()
  await page.getByRole('menuitem', { name: 'Drill to detail' }).click()
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog.getByText('No rows were returned for this dataset')).toBeVisible()
  await page.route('**/datasource/samples**', (route) => route.fulfill({ status: 500, json: { error: 'the database went away' } }))
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog.getByText('Failed to load the rows')).toBeVisible()
  await page.unroute('**/datasource/samples**')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rowCount(dialog)).toBe(some)
})

test('a bar by another dimension, further by one of its parts, back, as a table and another type, saved and opened in explore', async ({
  page,
}) => {
  await page.goto('/superset/dashboard/films/')
  const bars = card(page, studios)
  await drawn(bars)
  const entry = await openMarkMenu(page, bars)
  const studio = ((await entry.textContent()) ?? '').replace('Drill to detail by ', '')
  await page.getByRole('menuitem', { name: 'Drill by' }).click()
  const dialog = page.getByRole('dialog', { name: `Drill by: ${studios}` })
  const crumbs = dialog.getByRole('navigation', { name: 'Drilled by' })
  const dimensions = dialog.getByRole('listbox', { name: 'Drill by' })
  await expect(dimensions.getByRole('option').first()).toBeVisible()
  await expect(dimensions.getByRole('option', { name: 'Distributor', exact: true })).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Search columns' }).fill('major')
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/chart/data'))
  await dimensions.getByRole('option', { name: 'Major Genre' }).click()
  const [query] = ((await asked).postDataJSON() as { queries: { columns: unknown; filters: unknown }[] }).queries
  expect(JSON.stringify(query?.columns)).toContain('Major Genre')
  expect(query?.filters).toContainEqual({ col: 'Distributor', op: 'IN', val: [studio] })
  const picture = dialog.locator('[data-status]')
  await expect(picture).toHaveAttribute('data-status', 'done')
  await expect(crumbs).toHaveText(`${studio}Major Genre`)

  await dialog.getByRole('radio', { name: 'Table' }).click()
  await expect(dialog.getByRole('grid').getByText('Comedy', { exact: true })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Chart' }).click()
  await dialog.getByRole('combobox', { name: 'Visualization Type' }).click()
  await page.getByRole('option', { name: 'Table', exact: true }).click()
  await dialog.getByText('Comedy', { exact: true }).click()
  await expect(crumbs).toHaveText(`${studio}Major Genre (Comedy)Choose a dimension`)
  await dialog.getByRole('combobox', { name: 'Search columns' }).fill('mpaa')
  await dimensions.getByRole('option', { name: 'MPAA Rating' }).click()
  await expect(dialog.getByText('PG-13', { exact: true }).first()).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await crumbs.getByRole('button', { name: 'Major Genre (Comedy)' }).click()
  await expect(crumbs).toHaveText(`${studio}Major Genre`)

  await dialog.getByRole('button', { name: 'Save as chart' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as chart' })
  await saving.getByRole('textbox', { name: 'Chart name' }).fill('Genres of a studio')
  await saving.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Chart “Genres of a studio” was saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit chart' }).click()
  await expect(page).toHaveURL(/\/explore\/\?form_data_key=/)
  await expect(page.getByText(studio).first()).toBeVisible()
})

test('a right-click beside the bars offers what needs none, and says what a bar would allow', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bars = card(page, studios)
  await drawn(bars)
  await bars.locator('canvas').click({ button: 'right', position: { x: 2, y: 2 } })
  const reason = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await expect(reason('Drill to detail by')).toHaveAttribute('title', 'Right-click on a dimension value to drill to detail by that value.')
  await expect(reason('Add cross-filter')).toHaveAttribute('title', "You can't apply cross-filter on this data point.")
  await page.getByRole('menuitem', { name: 'Drill to detail', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Drill to detail: ${studios}` })).toBeVisible()
})

test('where drilling or a cross-filter cannot be, the menu of a right-click says why', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const figure = card(page, 'Average rating')
  await drawn(figure)
  await figure.getByRole('img').first().click({ button: 'right' })
  const reason = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await expect(reason('Add cross-filter')).toHaveAttribute('title', 'This visualization type does not support cross-filtering.')
  await expect(reason('Drill to detail by')).toHaveAttribute('title', 'Right-click on a dimension value to drill to detail by that value.')
  await expect(reason('Drill by')).toHaveAttribute('title', 'Drill by is not yet supported for this chart type')
  await expect(reason('Drill to detail')).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(reason('Drill by')).toBeHidden()
})
