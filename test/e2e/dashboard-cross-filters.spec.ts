import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'

type Metadata = { chart_configuration: Record<string, { crossFilters: { scope: { excluded: number[] }; chartsInScope: number[] } }> }

test('a chart gets a cross-filter scope of its own, which is saved and decides what its items filter', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bars = page.getByRole('article', { name: 'Six studios share the market', exact: true })
  const films = page.getByRole('article', { name: 'Films', exact: true })
  const rating = page.getByRole('article', { name: 'Average rating', exact: true })
  await expect(films.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Cross-filtering scoping' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cross-filtering scoping' })
  await expect(sheet.getByRole('button', { name: 'All charts/global scoping' })).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('button', { name: 'Add custom scoping' }).click()
  await expect(sheet.getByRole('button', { name: '[new custom scoping]', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('combobox', { name: 'Chart' }).click()
  await page.getByRole('option', { name: 'Six studios share the market' }).click()
  await expect(sheet.getByRole('button', { name: 'Six studios share the market', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const note = sheet.getByText('A chart does not filter itself')
  await expect(note).toBeVisible()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await note.evaluate((words) => words.scrollWidth - words.clientWidth), `what is cut off, ${width} px wide`).toBe(0)
    const [words, row] = await Promise.all([note.boundingBox(), sheet.getByRole('row').first().boundingBox()])
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await sheet.getByRole('row', { name: 'Films', exact: true }).click()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  const saved = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/api/v1/dashboard/'))
  await sheet.getByRole('button', { name: 'Save' }).click()
  const { json_metadata } = (await saved).postDataJSON() as { json_metadata: string }
  const own = Object.values((JSON.parse(json_metadata) as Metadata).chart_configuration).filter(
    ({ crossFilters }) => typeof crossFilters.scope === 'object',
  )
  expect(own).toHaveLength(1)
  expect(own[0]?.crossFilters.scope.excluded).toHaveLength(2)
  await expect(sheet).toBeHidden()

  await bars.scrollIntoViewIfNeeded()
  await expect(bars.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  await expect(async () => {
    await bars.locator('canvas').click({ position: { x: 200, y: 20 } })
    await expect(page.getByRole('group', { name: 'Filters in force' })).toContainText('Distributor', { timeout: 2000 })
  }).toPass()
  await expect(rating.getByRole('button', { name: '1 filter applies' })).toBeAttached()
  await expect(films.getByRole('button', { name: '1 filter applies' })).toHaveCount(0)

  await rating.getByRole('heading').hover()
  await rating.getByRole('button', { name: 'Actions of Average rating' }).click()
  await page.getByRole('menuitem', { name: 'Edit chart' }).click()
  await expect(page).toHaveURL(/dashboard_page_id=/)
  await expect(
    page
      .getByText("This filter was inherited from the dashboard's context.")
      .or(page.getByText('Distributor', { exact: true }))
      .first(),
  ).toBeVisible()
})

test('a click with Ctrl adds an item to the cross-filter and removes it again', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bars = page.getByRole('article', { name: 'Six studios share the market', exact: true })
  await bars.scrollIntoViewIfNeeded()
  await expect(bars.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  const pressAt = (y: number, modifiers: 'Control'[] = []) => bars.locator('canvas').click({ position: { x: 200, y }, modifiers })
  const chips = page.getByRole('group', { name: 'Filters in force' })
  await expect(async () => {
    await pressAt(20)
    await expect(chips).toContainText(/Distributor: [^,]+/, { timeout: 2000 })
  }).toPass()
  let y = 20
  await expect(async () => {
    y += 8
    await pressAt(y, ['Control'])
    await expect(chips).toContainText(/Distributor: [^,]+, [^,]+/, { timeout: 1000 })
  }).toPass()
  await pressAt(y, ['Control'])
  await expect(chips).not.toContainText(/Distributor: [^,]+, /)
})
