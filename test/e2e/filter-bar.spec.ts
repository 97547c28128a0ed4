import { axeFaults } from './axe.ts'
import { allTypes, bar, fieldOf, figure, makeDashboard, on } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

test('a range filter shows the distribution of its data; one on a missing column or dataset, or on text, says so', async ({ page }) => {
  const id = await makeDashboard(page, 'pointing-nowhere', (dataset) => [
    { id: 'NATIVE_FILTER-rating', name: 'Rating', filterType: 'filter_range', ...on(dataset, 'IMDB Rating') },
    { id: 'NATIVE_FILTER-gone', name: 'Gone', filterType: 'filter_select', ...on(dataset, 'No such column') },
    { id: 'NATIVE_FILTER-lost', name: 'Lost', filterType: 'filter_select', ...on(987_654, 'Major Genre') },
    { id: 'NATIVE_FILTER-text', name: 'Text', filterType: 'filter_range', ...on(dataset, 'Major Genre') },
  ])
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  const bars = fieldOf(page, 'Rating').locator('svg rect')
  await expect.poll(() => bars.count()).toBeGreaterThan(10)
  await expect(fieldOf(page, 'Gone').getByRole('alert')).toContainText('Column “No such column” does not exist')
  await expect(fieldOf(page, 'Lost').getByRole('alert')).toContainText('Missing dataset')
  await expect(fieldOf(page, 'Text')).toContainText('Chosen non-numeric column')
  const atLeast = fieldOf(page, 'Rating').getByRole('textbox', { name: 'Rating: at least' })
  await atLeast.fill('7')
  await atLeast.press('Enter')
  await expect(fieldOf(page, 'Rating').locator('rect[data-chosen=false]').first()).toBeAttached()
})

test('on a tablet, a message leaves the buttons of the filter bar free', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1000 })
  const id = await makeDashboard(page, 'message-on-a-tablet', allTypes)
  await page.goto(`/superset/dashboard/${id}/`)
  await page.getByRole('button', { name: 'Show filters' }).click()
  const apply = bar(page).getByRole('button', { name: 'Apply filters' })
  await expect(apply).toBeVisible()
  await page.getByRole('button', { name: 'Refresh dashboard' }).click()
  const message = (await page.getByRole('region', { name: 'Messages' }).boundingBox()) ?? { y: 0, height: 1000 }
  expect(message.y + message.height).toBeLessThan((await apply.boundingBox())?.y ?? 0)
})

test('a filter with very many chosen values leaves room for the others', async ({ page }) => {
  const id = await makeDashboard(page, 'many-values', (dataset) => [
    { id: 'NATIVE_FILTER-studio', name: 'Studio', filterType: 'filter_select', ...on(dataset, 'Distributor') },
    { id: 'NATIVE_FILTER-genre', name: 'Genre', filterType: 'filter_select', ...on(dataset, 'Major Genre') },
  ])
  await page.goto(`/superset/dashboard/${id}/`)
  const studio = fieldOf(page, 'Studio').getByRole('combobox')
  await studio.click()
  await page.getByRole('option', { name: 'Select all (175)' }).click()
  await studio.press('Escape')
  await expect(fieldOf(page, 'Studio')).toContainText('175 of 175')
  await expect(fieldOf(page, 'Genre').getByRole('combobox')).toBeInViewport()
  // The tags scroll beside the chevron, which stays where it is.
  const chevron = fieldOf(page, 'Studio').getByRole('button', { name: 'Show the options' })
  const tags = fieldOf(page, 'Studio').getByRole('button', { name: /^Remove / })
  const places = []
  for (const tag of [tags.first(), tags.last()]) {
    await tag.scrollIntoViewIfNeeded()
    await expect(chevron).toBeInViewport()
    places.push(await chevron.boundingBox())
  }
  expect(places[0]).toEqual(places[1])
  // What is typed stays in view.
  await studio.pressSequentially('War')
  await expect(studio).toBeInViewport()
})

test('an editor moves the filter bar above the charts, where overflowing filters open under "More filters"', async ({ page }) => {
  const id = await makeDashboard(page, 'on-top', allTypes)
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Settings of the filter bar' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Vertical (Left)' })).toBeChecked()
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('menuitemradio', { name: 'Horizontal (Top)' }).click()
  expect((await stored).status()).toBe(200)
  const more = bar(page).getByRole('button', { name: 'More filters' })
  await expect(more).toBeVisible()
  await settled(page)
  await page.reload()
  await expect(more).toBeVisible()
  const shown = bar(page).locator('[data-filter]')
  const atFullWidth = await shown.count()
  expect(atFullWidth).toBe(3)
  await more.click()
  const inMore = page.getByRole('dialog', { name: 'More filters' })
  // The divider is first there, and divides nothing from what is above.
  await expect(inMore.getByRole('heading', { name: 'Time' }).locator('..')).toHaveCSS('border-top-width', '0px')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => shown.count()).toBeLessThan(atFullWidth)
  const main = await page.getByRole('main').boundingBox()
  for (const part of await bar(page).getByRole('button').all()) {
    const box = await part.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((main?.x ?? 0) + (main?.width ?? 0))
  }
  await more.hover()
  await expect(page.getByRole('tooltip')).toHaveText('No applied filters')
  await more.click()
  await expect(inMore).toBeVisible()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(inMore.getByRole('heading', { name: 'Time' })).toBeVisible()
  await inMore.getByRole('button', { name: 'Last year' }).click()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(more).toContainText('1')
  await more.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Applied filters: Released')

  await bar(page).getByRole('button', { name: 'Filter sets (0)' }).click()
  const sets = page.getByRole('dialog', { name: 'Filter sets (0)' })
  await sets.getByRole('button', { name: 'Create new filter set' }).click()
  await sets.getByRole('textbox', { name: 'Name' }).fill('Last year')
  await sets.getByRole('button', { name: 'Save' }).click()
  const kept = page.getByRole('dialog', { name: 'Filter sets (1)' }).getByRole('button', { name: 'Last year', exact: true })
  await expect(kept).toHaveAttribute('aria-pressed', 'true')
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
})

test('a dashboard without filters offers an editor to add one', async ({ page }) => {
  const id = await makeDashboard(page, 'no-filters', () => [])
  await page.goto(`/superset/dashboard/${id}/?expand_filters=1`)
  await expect(bar(page)).toContainText('No global filters are currently added')
  await bar(page).getByRole('button', { name: 'Add/Edit Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Add and edit filters' })).toBeVisible()
})

test('a long cross-filter is cut within the filter bar, and can be cleared and located there', async ({ page }) => {
  const id = await makeDashboard(page, 'long-cross-filter', (dataset) => allTypes(dataset).slice(0, 1))
  const charts = (await (await page.request.get(`/api/v1/dashboard/${id}/charts`)).json()) as {
    result: { id: number; slice_name: string }[]
  }
  const chart = charts.result.find(({ slice_name }) => slice_name === 'Six studios share the market')?.id
  const label = 'a studio whose name is so long that no filter bar can be wide enough for it'
  const mask = `(${chart}:(extraFormData:(filters:!((col:Distributor,op:IN,val:!(x)))),filterState:(value:!(x),label:'${label}')))`
  await page.goto(`/superset/dashboard/${id}/?native_filters=${encodeURIComponent(mask)}`)
  const { x = 0, width = 0 } = (await bar(page).boundingBox()) ?? {}
  for (const name of ['Locate the chart', 'Clear “Distributor”']) {
    const box = await bar(page).getByRole('button', { name }).boundingBox()
    expect((box?.x ?? Infinity) + (box?.width ?? 0), name).toBeLessThan(x + width)
  }
  await expect(bar(page).getByTitle(label)).toBeVisible()
})
