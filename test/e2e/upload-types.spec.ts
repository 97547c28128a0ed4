import { drop } from './drop-file.ts'
import { expect, test } from './server.ts'

test('dates in different formats are read per column, and a format can be corrected', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('main')).toBeVisible()
  const lines = ['ordered;shipped;paid', '03/04/2021;2021-04-05 10:00:00;13.04.2021', '05/06/2021;2021-06-07 11:00:00;14.06.2021', '']
  await drop(page, 'orders.csv', lines.join('\n'))

  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  const formats = dialog.getByRole('group', { name: 'Date formats' })
  await expect(formats.getByRole('combobox', { name: 'ordered' })).toContainText('MM/DD/YYYY')
  await expect(formats.getByRole('combobox', { name: 'shipped' })).toContainText('ISO 8601')
  await expect(formats.getByRole('combobox', { name: 'paid' })).toContainText('DD.MM.YYYY')
  const preview = dialog.getByRole('grid', { name: 'Preview' })
  await expect(preview).toContainText('2021-03-04')

  await formats.getByRole('combobox', { name: 'ordered' }).click()
  await page.getByRole('option', { name: 'DD/MM/YYYY', exact: true }).click()
  await expect(preview.getByRole('row').nth(2)).toContainText('2021-04-032021-04-05 10:00:002021-04-13')
  await dialog.getByRole('button', { name: 'Create and explore' }).click()

  await page.waitForURL(/\/explore\/\?.*datasource/)
  const made = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')
  const { result } = (await made.json()) as { result: { id: number }[] }
  const dataset = await page.request.get(`/api/v1/dataset/${result[0]?.id}`)
  const { columns } = ((await dataset.json()) as { result: { columns: { column_name: string; type: string }[] } }).result
  expect(columns.map(({ column_name, type }) => [column_name, type])).toEqual([
    ['ordered', 'DATE'],
    ['shipped', 'TIMESTAMP'],
    ['paid', 'DATE'],
  ])
})

test('lines above the header are left out, once its row is chosen', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('main')).toBeVisible()
  await drop(page, 'sales.csv', ['Sales of May', '', 'day,amount', '2024-05-01,3', '2024-05-02,4', ''].join('\n'))
  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  const preview = dialog.getByRole('grid', { name: 'Preview' })
  await dialog.getByRole('combobox', { name: 'Header' }).click()
  await page.getByRole('option', { name: 'Row 3', exact: true }).click()
  await expect(preview.getByRole('textbox', { name: 'Name of column amount' })).toBeVisible()
  await expect(preview.getByRole('row').nth(2)).toContainText('2024-05-013')
  await dialog.getByRole('button', { name: 'Create and explore' }).click()
  await page.waitForURL(/\/explore\/\?.*datasource/)
  const made = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:sales)))')
  const { result } = (await made.json()) as { result: { id: number }[] }
  const rows = await page.request.post('/api/v1/chart/data', {
    data: {
      datasource: { id: result[0]?.id, type: 'table' },
      queries: [{ columns: ['day', 'amount'], metrics: null, orderby: [['day', true]] }],
    },
  })
  const answer = (await rows.json()) as { result: { data: unknown[] }[] }
  expect(answer.result[0]?.data).toEqual([
    { day: Date.UTC(2024, 4, 1), amount: 3 },
    { day: Date.UTC(2024, 4, 2), amount: 4 },
  ])
})

const wide = Array.from({ length: 14 }, (_, i) => `column ${i + 1} of the orders`)
const orders = [
  ['day', ...wide, 'amount', 'grade'].join(','),
  ...Array.from({ length: 1200 }, (_, i) =>
    ['2024-02-01', ...wide.map((_name, j) => i * j), i === 1101 ? 'n/a' : `${i}.5`, i % 4 ? i : 'B'].join(','),
  ),
].join('\n')

test('a few words do not stop a column from being numeric; doubts out of view are reported at the top and shown', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('main')).toBeVisible()
  await drop(page, 'wide orders.csv', orders)
  const dialog = page.getByRole('dialog', { name: 'New dataset' })
  const doubts = dialog.getByRole('status').filter({ hasText: '1 line does not fit: amount (1)' })
  await expect(doubts).toContainText('grade is text: 300 of 1,200 values are not numbers')

  const rejects = dialog.getByRole('table', { name: 'Rejected lines' })
  await expect(rejects.getByText('n/a', { exact: true })).toBeInViewport({ ratio: 1 })
  const lineNumber = rejects.getByRole('rowheader', { name: '1103', exact: true })
  expect(await lineNumber.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0)

  const preview = dialog.getByRole('grid', { name: 'Preview' })
  const name = preview.getByRole('textbox', { name: 'Name of column column 1 of the orders', exact: true })
  expect(await name.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
  const grade = preview.getByRole('columnheader', { name: /grade/ })
  await expect(grade).not.toBeInViewport()
  await doubts.getByRole('button', { name: 'Show the column' }).click()
  await expect(grade).toBeInViewport({ ratio: 1 })
  await expect(preview.getByRole('columnheader', { name: /amount/ })).toContainText('Decimal')
  await doubts.getByRole('button', { name: 'Read as: Integer' }).click()
  await expect(dialog.getByText('301 lines do not fit: grade (300), amount (1)')).toBeVisible()
})
