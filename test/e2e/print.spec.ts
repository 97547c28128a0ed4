import type { Page } from '@playwright/test'
import { makeDashboard, on } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

/** Counts prints that the page starts itself; browsers without a screen have no dialog for them. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute('data-printed', '')
  })
const printed = (page: Page) => expect(page.locator('html[data-printed]')).toHaveCount(1, { timeout: 60_000 })

/** The page as paper shows it, until `ends`. */
const onPaper = async (page: Page) => {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  return {
    ends: async () => {
      await page.emulateMedia({ media: null })
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    },
  }
}

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

/** Charts with what is drawn over them for paper, px. */
const charts = (page: Page) =>
  page.locator('[_echarts_instance_]').evaluateAll((hosts) =>
    hosts.map((host) => {
      const copy = host.querySelector<HTMLCanvasElement>('[data-print-only]')
      const [at, around] = [copy?.getBoundingClientRect(), host.getBoundingClientRect()]
      return { fits: at?.width === around.width && at.height === around.height, sharp: (copy?.width ?? 0) / around.width }
    }),
  )

const printFromMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
}

const printByKey = (page: Page) => page.keyboard.press('ControlOrMeta+p')

test('a dashboard is printed with all its cards in light colors, its title and its tab, and then shown as before', async ({ page }) => {
  await countPrints(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto('/superset/dashboard/flights/')
  await settled(page)
  const count = await page.locator('[data-stage] [data-picture]').count()
  expect(await page.locator('[data-status=done]').count()).toBeLessThan(count)
  await printFromMenu(page)
  await printed(page)
  await expect(page.locator('[data-status=done]')).toHaveCount(count)

  const before = await page.locator('[_echarts_instance_]').first().boundingBox()
  const paper = await onPaper(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Delays', 'Airports', 'Bird strikes'].slice(0, await page.getByRole('tab').count()))
  for (const hidden of [
    page.getByRole('navigation').first(),
    page.getByRole('button', { name: 'Share' }),
    page.getByRole('button', { name: /^Actions of/ }).first(),
  ])
    await expect(hidden).toBeHidden()
  const drawn = await charts(page)
  expect(drawn.length).toBeGreaterThan(4)
  for (const { fits, sharp } of drawn) expect([fits, sharp]).toEqual([true, expect.closeTo(3)])
  const table = page.getByRole('article', { name: /^New York JFK/ })
  await expect(table.getByText(/^\d+ more rows$/)).toBeVisible()
  const rows = page.locator('[data-kind=ROW]')
  for (const row of await rows.all()) await expect(row).toHaveCSS('break-inside', 'avoid')
  await paper.ends()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText(/^\d+ more rows$/)).toHaveCount(0)
  await expect.poll(() => page.locator('[_echarts_instance_]').first().boundingBox()).toEqual(before)
  await expect(page.locator('[data-print-only]')).toHaveCount(0)

  expect(countPages(await page.pdf({ format: 'A4', landscape: true }))).toBe(2)
  expect(countPages(await page.pdf({ format: 'Letter' }))).toBe(1)
})

test('the filters in force are printed as a line', async ({ page }) => {
  await countPrints(page)
  await page.goto('/superset/welcome/')
  await makeDashboard(page, 'printed', (dataset) => [
    {
      id: 'NATIVE_FILTER-genre',
      name: 'Genre',
      filterType: 'filter_select',
      ...on(dataset, 'Major Genre'),
      defaultDataMask: {
        extraFormData: { filters: [{ col: 'Major Genre', op: 'IN', val: ['Drama'] }] },
        filterState: { value: ['Drama'] },
      },
    },
  ])
  await page.goto('/superset/dashboard/printed/')
  await settled(page)
  await printFromMenu(page)
  await printed(page)
  const paper = await onPaper(page)
  await expect(page.getByText('Filters in force: Genre: Drama')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden()
  await paper.ends()
  await expect(page.getByText('Filters in force: Genre: Drama')).toHaveCount(0)
})

test('a table in explore is printed with its rows on many pages, below its name', async ({ page }) => {
  await countPrints(page)
  const found = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const form = {
    datasource: `${result[0]?.id}__table`,
    viz_type: 'table',
    query_mode: 'raw',
    all_columns: ['Title', 'Director'],
    row_limit: 1005,
  }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  const table = page.locator('[data-picture]').getByRole('table')
  await expect(table).toBeVisible()
  await table.locator('..').evaluate((scroller) => scroller.scrollTo({ top: 3000 }))
  await settled(page)
  await page.keyboard.press('ControlOrMeta+p')
  await printed(page)
  const paper = await onPaper(page)
  const rows = table.locator('[role=rowgroup] [role=row]').filter({ visible: true })
  await expect(rows).toHaveCount(1000)
  await expect(page.getByText('5 more rows')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Results' })).toBeHidden()
  await paper.ends()
  await expect.poll(() => rows.count()).toBeLessThan(100)
  expect(await table.locator('..').evaluate((scroller) => scroller.scrollTop)).toBe(3000)
  const pages = countPages(await page.pdf({ format: 'A4', landscape: true })) ?? 0
  expect(pages).toBeGreaterThan(40)
  expect(pages).toBeLessThan(50)
})

for (const [address, print, count] of [
  ['/superset/dashboard/films/', printFromMenu, 4],
  ['/explore/?slice_id=18', printByKey, 1],
] as const)
  test(`from a phone ${address} is printed as from a wide window`, async ({ page }) => {
    await countPrints(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address)
    await settled(page)
    await print(page)
    await printed(page)
    const before = await page.locator('[_echarts_instance_]').first().boundingBox()
    const paper = await onPaper(page)
    const drawn = await charts(page)
    expect(drawn).toHaveLength(count)
    for (const { fits, sharp } of drawn) expect([fits, sharp]).toEqual([true, expect.closeTo(3)])
    const widths = await page.locator('[_echarts_instance_]').evaluateAll((hosts) => hosts.map(({ clientWidth }) => clientWidth))
    expect(Math.max(...widths)).toBeGreaterThan(600)
    await paper.ends()
    await expect.poll(() => page.locator('[_echarts_instance_]').first().boundingBox()).toEqual(before)
    expect(countPages(await page.pdf({ format: 'A4' }))).toBe(1)
  })
