import { readFileSync } from 'node:fs'
import { expect, settled, test } from './server.ts'

test('a limit lowered by the server is shown beside the row count', async ({ page, server }) => {
  const found = await page.request.get(`${server.address}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const id = result[0]?.id
  const form = { datasource: `${id}__table`, viz_type: 'table', query_mode: 'raw', all_columns: ['symbol'], row_limit: 999_999 }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  const rows = page
    .getByRole('main')
    .getByText(/^[\d,]+ rows$/)
    .first()
  await expect(rows).toBeVisible()
  await rows.focus()
  await expect(page.getByRole('tooltip')).toContainText('The row limit was lowered to 100000.')
})

test('statistics of a result column, downloads of data and picture', async ({ page }) => {
  await page.goto('/explore/?slice_id=38')
  await settled(page)
  await page.getByRole('tab', { name: 'Results' }).click()
  const grid = page.getByRole('grid', { name: 'Results' })
  await grid.getByRole('gridcell').getByRole('button').last().click()
  const statistics = page.getByRole('dialog', { name: /^Statistics of / })
  await expect(statistics.getByText('Median')).toBeVisible()
  await expect(statistics.getByText(/^0 of \d+$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(statistics).toBeHidden()

  const download = async (name: string) => {
    await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Download' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name, exact: true }).click()])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path()).toString() }
  }
  expect((await download('As CSV')).name).toMatch(/\.csv$/)
  expect((await download('As JSON')).name).toMatch(/\.json$/)
  expect((await download('Chart as PNG')).name).toMatch(/\.png$/)
  const vectors = await download('Chart as SVG')
  expect(vectors.name).toMatch(/\.svg$/)
  expect(vectors.text, 'it has a background').toMatch(/^<svg[^>]*><rect [^>]*fill="rgb/)
  expect(vectors.text, 'no part of ECharts is drawn that the chart does not have').not.toContain('<linearGradient')

  await page.getByRole('tab', { name: 'Samples' }).click()
  await expect(page.getByRole('grid', { name: 'Samples' })).toBeVisible()
  expect((await download('As CSV')).name).toMatch(/\.csv$/)
})

test('the distribution of a column shows beside it while the mouse rests on it', async ({ page }) => {
  await page.goto('/explore/?slice_id=18')
  await settled(page)
  const pane = page.getByRole('region', { name: 'Dataset' })
  await pane.getByRole('button', { name: /^MPAA Rating/ }).hover()
  const profile = page.getByRole('complementary', { name: 'About MPAA Rating' })
  await expect(profile.getByText('Distinct values')).toBeVisible()
  const [row, box] = [await pane.boundingBox(), await profile.boundingBox()]
  expect(box?.x).toBeGreaterThan((row?.x ?? 0) + (row?.width ?? 0) - 40)
  await page.mouse.move(700, 20)
  await expect(profile).toBeHidden()
})
