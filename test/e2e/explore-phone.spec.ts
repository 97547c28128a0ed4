import { expect, test } from './server.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a time filter is chosen by stacked calendars', async ({ page }) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table`)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^date/ }).click()
  await page.getByRole('tab', { name: 'Custom', exact: true }).click()
  await page.getByRole('button', { name: 'From the first to the last day of the data' }).click()
  const [start, end] = [page.getByRole('grid').nth(0), page.getByRole('grid').nth(1)]
  await expect(end).toBeVisible()
  const [above, below] = [await start.boundingBox(), await end.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  expect((above?.x ?? 0) + (above?.width ?? 0)).toBeLessThanOrEqual(390)
})

test('the timing and the query are shown within the width of the screen', async ({ page }) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table`)
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Explain' }).click()
  await expect(page.getByRole('heading', { name: /^Where the .* went$/ })).toBeVisible()
  await expect(page.getByText('Rows from the database')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
