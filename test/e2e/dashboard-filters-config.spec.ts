import type { Locator, Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { post } from './postgres.ts'
import { expect, test } from './server.ts'

type Stored = { id: string; type: string; name?: string; title?: string; [key: string]: unknown }

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

/** An example dashboard of our own, with the charts of the films. */
const copyFilms = async (page: Page, slug: string): Promise<number> => {
  const { json_metadata, position_json } = await get<{ json_metadata: string; position_json: string }>(page, '/api/v1/dashboard/films')
  const { native_filter_configuration: _filters, ...metadata } = JSON.parse(json_metadata) as Record<string, unknown>
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug })
  await put(page, `/api/v1/dashboard/${id}`, {
    json_metadata: JSON.stringify({ ...metadata, positions: JSON.parse(position_json) as object }),
  })
  return id
}

const put = async (page: Page, path: string, data: object) => {
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const answer = await page.request.put(path, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

const storedFilters = async (page: Page, id: number): Promise<Stored[]> => {
  const { json_metadata } = await get<{ json_metadata: string }>(page, `/api/v1/dashboard/${id}`)
  return (JSON.parse(json_metadata) as { native_filter_configuration?: Stored[] }).native_filter_configuration ?? []
}
const namesOf = (filters: Stored[]) => filters.map(({ name, title }) => name ?? title)

const openConfig = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add and edit filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add and edit filters' })
  await expect(sheet).toBeVisible()
  return sheet
}

const add = async (page: Page, sheet: Locator, kind: 'Filter' | 'Divider') => {
  await sheet.getByRole('button', { name: 'Add filters and dividers' }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

const pick = async (page: Page, sheet: Locator, field: string, option: string | RegExp) => {
  await sheet.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).first().click()
}

const row = (sheet: Locator, name: string) => sheet.getByRole('row', { name: new RegExp(`^${name}`) })

test('filters are added by mouse and keyboard, reordered, removed, restored, saved and edited again', async ({ page }) => {
  const id = await copyFilms(page, 'configured')
  await page.goto('/superset/dashboard/configured/')
  let sheet = await openConfig(page)

  // By mouse: a filter of values, with its faults first.
  await add(page, sheet, 'Filter')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Name is required')).toBeVisible()
  await expect(sheet.getByText('Column is required')).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: 'Filter name' })).toBeFocused()
  await pick(page, sheet, 'Column', /^Major Genre/)
  await expect(sheet.getByRole('textbox', { name: 'Filter name' })).toHaveValue('Major Genre')
  await sheet.getByRole('textbox', { name: 'Filter name' }).fill('Genre')
  await sheet.getByRole('checkbox', { name: 'Filter has default value' }).check()
  await sheet.getByRole('combobox', { name: 'Default Value' }).fill('Dra')
  await page.getByRole('option', { name: 'Drama' }).click()
  await page.keyboard.press('Escape')

  // By mouse: a time range.
  await add(page, sheet, 'Filter')
  await sheet.getByRole('textbox', { name: 'Filter name' }).fill('Released')
  await pick(page, sheet, 'Filter Type', 'Time range')
  await expect(sheet.getByRole('combobox', { name: 'Dataset' })).toHaveCount(0)
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])

  // By keyboard alone: a divider.
  await sheet.getByRole('button', { name: 'Add filters and dividers' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await sheet.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.type('Time')

  // Its place among the others, by keyboard; the first one moves by mouse.
  await row(sheet, 'Time').focus()
  await page.keyboard.press('ArrowRight')
  await expect(sheet.getByRole('button', { name: 'Move Time', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const dropPlace = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect(async () => {
    if (!(await dropPlace()).includes('between Genre and Released')) await page.keyboard.press('ArrowUp')
    expect(await dropPlace()).toContain('between Genre and Released')
  }).toPass({ intervals: [200] })
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('row')).toContainText(['Genre', 'Time', 'Released'])
  await row(sheet, 'Genre').dragTo(row(sheet, 'Released'), { targetPosition: { x: 60, y: 28 } })
  await expect(sheet.getByRole('row')).toContainText(['Time', 'Released', 'Genre'])

  // A removal is undone in the list.
  await row(sheet, 'Released').hover()
  await sheet.getByRole('button', { name: 'Remove Released' }).click()
  await expect(row(sheet, 'Released')).toContainText('(Removed)')
  await sheet.getByRole('button', { name: 'Undo the removal of Released' }).click()
  await expect(row(sheet, 'Released')).not.toContainText('(Removed)')

  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)
  const filters = await storedFilters(page, id)
  expect(namesOf(filters)).toEqual(['Time', 'Released', 'Genre'])
  expect(filters[1]).toMatchObject({ filterType: 'filter_time', targets: [{}] })
  expect(filters[2]).toMatchObject({
    filterType: 'filter_select',
    targets: [{ column: { name: 'Major Genre' } }],
    defaultDataMask: { filterState: { value: ['Drama'] } },
  })

  // Again after a load: one is changed, one removed for good, and cancelling asks.
  await page.reload()
  sheet = await openConfig(page)
  await row(sheet, 'Genre').click()
  await sheet.getByRole('textbox', { name: 'Description' }).fill('Main genre of the film')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'There are unsaved changes.' })
  await expect(question).toContainText('Are you sure you want to cancel?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await sheet.getByRole('button', { name: 'Remove Time' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)
  const after = await storedFilters(page, id)
  expect(namesOf(after)).toEqual(['Released', 'Genre'])
  expect(after[1]).toEqual({ ...filters[2], description: 'Main genre of the film' })
})

test('after a concurrent save the changes are kept behind the question, and unknown fields survive', async ({ page }) => {
  const id = await copyFilms(page, 'contested')
  await put(page, `/api/v1/dashboard/${id}/filters`, {
    modified: [
      { id: 'NATIVE_FILTER-t', type: 'NATIVE_FILTER', name: 'When', filterType: 'filter_time', targets: [{}], later: { kept: 1 } },
    ],
  })
  await page.goto('/superset/dashboard/contested/')
  const sheet = await openConfig(page)
  await sheet.getByRole('textbox', { name: 'Filter name' }).fill('Released')
  await put(page, `/api/v1/dashboard/${id}`, { css: '/* theirs */' })
  await sheet.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Please confirm the overwrite values.' })
  await expect(question).toContainText('Filter “Released”')
  expect(namesOf(await storedFilters(page, id))).toEqual(['When'])
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => storedFilters(page, id)).toMatchObject([{ name: 'Released', later: { kept: 1 } }])
})
