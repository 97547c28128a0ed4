import type { Locator, Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

const widthOf = async (head: Locator) => (await head.boundingBox())?.width ?? 0
const edgeOf = (table: Locator, name: string) => table.getByRole('separator', { name: `Width of ${name}`, exact: true })

const dragBy = async (page: Page, edge: Locator, px: number) => {
  const box = await edge.boundingBox()
  if (!box) throw new Error('The edge is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + px / 2, y, { steps: 3 })
  await page.mouse.move(x + px, y, { steps: 3 })
  await page.mouse.up()
}

test('result columns fit their content, can be resized by drag and keyboard, and keep their widths while the page is open', async ({
  page,
}) => {
  const found = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const columns = [
    'Title',
    'MPAA Rating',
    'Director',
    'Distributor',
    'US Gross',
    'Worldwide Gross',
    'Release Date',
    'Source',
    'Major Genre',
  ]
  const form = { datasource: `${result[0]?.id}__table`, viz_type: 'table', query_mode: 'raw', all_columns: columns, row_limit: 100 }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  await page.getByRole('tab', { name: 'Results' }).click()
  const table = page.getByRole('grid', { name: 'Results' })
  const title = table.getByRole('columnheader', { name: 'Title', exact: true })
  const rating = table.getByRole('columnheader', { name: 'MPAA Rating', exact: true })
  await expect(title).toBeVisible()
  expect(await widthOf(title)).toBeGreaterThan(await widthOf(rating))

  const before = await widthOf(rating)
  await dragBy(page, edgeOf(table, 'MPAA Rating'), 60)
  await expect.poll(() => widthOf(rating)).toBeCloseTo(before + 60, 0)
  await edgeOf(table, 'MPAA Rating').press('ArrowRight')
  await edgeOf(table, 'MPAA Rating').press('Shift+ArrowRight')
  await expect.poll(() => widthOf(rating)).toBeCloseTo(before + 100, 0)
  // Neither sorted on the way nor moved what lies before.
  await expect(rating).not.toHaveAttribute('aria-sort')

  await page.getByRole('tab', { name: 'SQL' }).click()
  await page.getByRole('tab', { name: 'Results' }).click()
  await expect.poll(() => widthOf(rating)).toBeCloseTo(before + 100, 0)

  await edgeOf(table, 'MPAA Rating').dblclick()
  await expect.poll(() => widthOf(rating)).toBeLessThan(before + 40)
})

test('columns of a list can be resized, and the name takes the remaining width', async ({ page }) => {
  await page.goto('/chart/list/')
  const table = page.getByRole('grid', { name: 'Charts' })
  const type = table.getByRole('columnheader').filter({ hasText: 'Type' })
  const name = table.getByRole('columnheader').filter({ hasText: 'Name' })
  await expect(table.getByRole('row').nth(3)).toBeVisible()
  await settled(page)
  const [before, nameBefore] = [await widthOf(type), await widthOf(name)]
  await dragBy(page, edgeOf(table, 'Type'), -50)
  await expect.poll(() => widthOf(type)).toBeCloseTo(before + 50, 0)
  await expect.poll(() => widthOf(name)).toBeCloseTo(nameBefore - 50, 0)
  await edgeOf(table, 'Type').press('ArrowRight')
  await expect.poll(() => widthOf(type)).toBeCloseTo(before + 42, 0)

  await page.getByRole('link', { name: 'Datasets' }).first().click()
  await expect(page.getByRole('heading', { name: 'Datasets' })).toBeVisible()
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await expect.poll(() => widthOf(type)).toBeCloseTo(before + 42, 0)
})

test('upload columns are resized together with those of the rejected lines', async ({ page }) => {
  await page.goto('/tablemodelview/list/')
  await page.getByRole('button', { name: 'Dataset', exact: true }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: /file/i }).click()
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const lines = ['day,note', '2024-02-01,short', `2024-02-02,${'a long remark '.repeat(4)}`, 'soon,x', '2024-02-04,y', '2024-02-05,z']
  await (await chooser).setFiles({ name: 'days.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  const table = page.getByRole('grid', { name: 'Preview' })
  await expect(table).toBeVisible()
  const heads = table.getByRole('columnheader')
  expect(await widthOf(heads.nth(2))).toBeGreaterThan(await widthOf(heads.nth(1)))
  const before = await widthOf(heads.nth(1))
  await dragBy(page, edgeOf(table, 'day'), 40)
  await expect.poll(() => widthOf(heads.nth(1))).toBeCloseTo(before + 40, 0)
  await edgeOf(table, 'day').press('ArrowLeft')
  await expect.poll(() => widthOf(heads.nth(1))).toBeCloseTo(before + 32, 0)
})
