import type { Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const rowCount = 100_000

test(`${rowCount} rows of results: few are drawn wherever they are scrolled to, by wheel and by key`, async ({ page }) => {
  const listed = await page.request.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:Files)))')
  const { result: databases } = (await listed.json()) as { result: { id: number }[] }
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const sql = `SELECT i AS number, 'The name of row ' || i AS name FROM range(${rowCount}) AS numbers(i)`
  const made = await page.request.post('/api/v1/dataset/', {
    data: { database: databases[0]?.id, table_name: 'Many numbers', sql },
    headers: { 'X-CSRFToken': token },
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const form = { datasource: `${id}__table`, viz_type: 'table', query_mode: 'raw', all_columns: ['number', 'name'], row_limit: rowCount }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  await page.getByRole('tab', { name: 'Results' }).click()
  const table = page.getByRole('grid', { name: 'Results' })
  const rows = table.getByRole('row')
  const cell = (value: number) => page.getByRole('gridcell', { name: value.toLocaleString('en'), exact: true })
  const number = (value: number) => table.locator(cell(value))
  await expect(number(0)).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', String(rowCount + 2))

  await table.getByRole('button', { name: 'number' }).click()
  await table.hover()
  for (let turns = 0; turns < 5; turns++) {
    await page.mouse.wheel(0, 40_000)
    await expect(number((turns + 1) * 1250)).toBeAttached()
    expect(await rows.count()).toBeLessThan(80)
  }
  await table.getByRole('button', { name: 'number' }).focus()
  await press(page, 'ArrowDown', 'End')
  await expect(number(rowCount - 1)).toBeInViewport()
  await press(page, 'ArrowUp', 'ArrowUp', 'PageUp', 'PageDown')
  await expect(rows.filter({ has: cell(rowCount - 3) })).toBeFocused()
  expect(await rows.count()).toBeLessThan(80)
  await press(page, 'Home')
  await expect(number(0)).toBeInViewport()

  await page.getByRole('searchbox', { name: 'Search rows' }).last().fill('no such name')
  await expect(page.getByText('No rows match')).toBeVisible()
  await page.request.delete(`/api/v1/dataset/${id}`, { headers: { 'X-CSRFToken': token } })
})

test('a list of charts is navigated, selected and opened by keyboard', async ({ page }) => {
  await page.goto('/chart/list/')
  const table = page.getByRole('grid', { name: 'Charts' })
  await settled(page)
  await table.getByRole('checkbox', { name: 'Select all on this page' }).focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
  await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'Enter')
  const first = table.getByRole('row').nth(1)
  await expect(first.getByRole('button', { name: /^Unstar/ })).toBeFocused()
  await press(page, 'Enter', 'End', 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'Escape')
  await expect(first.getByRole('button', { name: /^Actions of/ })).toBeFocused()
  await press(page, 'ArrowDown', 'Home', 'ArrowLeft')
  const second = table.getByRole('row').nth(2)
  await expect(second).toBeFocused()
  const name = (await second.getByRole('link').first().textContent()) ?? ''
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/explore\//)
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(name)}`))
})

test('chart cards are navigated and opened by keyboard, and each line holds as many as fit', async ({ page }) => {
  await page.goto('/chart/list/?viewMode=card')
  await settled(page)
  const cards = page.getByRole('grid', { name: 'Charts' }).getByRole('row')
  await cards.first().focus()
  const top = async (index: number) => Math.round((await cards.nth(index).boundingBox())?.y ?? 0)
  expect(await top(1)).toBe(await top(0))
  await press(page, 'ArrowRight', 'Space', 'ArrowRight', 'Shift+ArrowRight')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await top(1)) > (await top(0))).toBe(true)
  await cards.first().focus()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/explore\//)
})
