import type { Locator, Page } from '@playwright/test'
import { expect, test } from './server.ts'

const openExplore = async (page: Page, form: Record<string, unknown>) => {
  const found = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const datasource = `${result[0]?.id}__table`
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify({ datasource, ...form }))}`)
}

const pivot = { viz_type: 'pivot_table_v2', groupbyColumns: ['MPAA Rating'], groupbyRows: [], metrics: ['count'] }

const field = (page: Page, name: string) => page.getByRole('region', { name: 'Dataset' }).getByRole('listitem').filter({ hasText: name })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** Takes hold of an element and carries it to a point of another, in steps as a hand does, without letting go. */
const carry = async (page: Page, from: Locator, to: Locator, at: { y: number }) => {
  await from.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('The target is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + at.y * box.height]
  await page.mouse.move(x + 20, y + 4, { steps: 4 })
  await page.mouse.move(x, y, { steps: 2 })
}

test('an empty control accepts a drop anywhere in its group, and every valid target is highlighted', async ({ page }) => {
  await openExplore(page, pivot)
  const rows = group(page, 'Rows')
  // At its label, and below its label, where the empty list is.
  for (const [at, name] of [
    [0.15, 'Major Genre'],
    [0.9, 'Creative Type'],
  ] as const) {
    await carry(page, field(page, name), rows, { y: at })
    await expect(rows).toHaveAttribute('data-drop', 'over')
    await expect(group(page, 'Columns')).toHaveAttribute('data-drop', 'lit')
    await expect(group(page, 'Filters')).toHaveAttribute('data-drop', 'lit')
    // A text is no time: the grain and the limits stay dark, too.
    await expect(page.locator('[data-control="row_limit"][data-drop]')).toHaveCount(0)
    await page.mouse.up()
    await expect(rows.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
    await expect(page.locator('[data-drop]')).toHaveCount(0)
  }
})

test('an invalid target is not highlighted, and explains why when dropped on', async ({ page }) => {
  await openExplore(page, pivot)
  const rows = group(page, 'Rows')
  await carry(page, field(page, 'IMDb rating').first(), rows, { y: 0.5 })
  await expect(group(page, 'Metrics')).toHaveAttribute('data-drop', 'lit')
  await expect(rows).not.toHaveAttribute('data-drop')
  await page.mouse.up()
  await expect(page.getByText('is a metric; Rows takes columns.')).toBeVisible()

  const columns = group(page, 'Columns')
  await carry(page, field(page, 'MPAA Rating'), columns, { y: 0.5 })
  await expect(columns).not.toHaveAttribute('data-drop')
  await page.mouse.up()
  await expect(page.getByText('“MPAA Rating” is in Columns already.')).toBeVisible()
  await expect(columns.getByRole('listitem')).toHaveCount(1)
})

test('by keyboard a field is added to a chosen control, and the filter editor opens', async ({ page }) => {
  await openExplore(page, pivot)
  const genre = page.getByRole('region', { name: 'Dataset' }).getByRole('button', { name: /^Major Genre/ })
  await page.getByRole('tab', { name: 'Customize' }).click()
  await genre.press('Shift+Enter')
  const menu = page.getByRole('menu', { name: 'Add Major Genre to…' })
  await expect(menu.getByRole('menuitem', { name: 'Rows' })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Rows' }).press('Enter')
  await expect(group(page, 'Rows').getByRole('button', { name: /^Major Genre/ })).toBeVisible()
  await expect(genre).toBeFocused()

  await genre.press('Shift+Enter')
  await expect(menu.getByRole('menuitem', { name: 'Rows' })).toHaveAttribute('aria-disabled', 'true')
  await expect(menu.getByRole('menuitem', { name: 'Rows' })).toHaveAttribute('title', '“Major Genre” is in Rows already.')
  await menu.getByRole('menuitem', { name: 'Filters' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
})
