import type { Locator, Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, test } from './server.ts'

const made = 205
const offered = 200
const ofNobody = 'Left behind'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

/** Charts like one of the examples: the oldest has no owner. */
const makeCharts = async (page: Page) => {
  const charts = await get<{ id: number; slice_name: string; form_data: { viz_type: string; datasource: string } }[]>(
    page,
    '/api/v1/dashboard/films/charts',
  )
  const model = charts.find(({ slice_name }) => slice_name === 'Average rating')
  if (!model) throw new Error('the examples have no such chart')
  const { slice_id: _, ...form } = model.form_data as Record<string, unknown>
  const make = (slice_name: string) =>
    post(page, '/api/v1/chart/', {
      slice_name,
      viz_type: model.form_data.viz_type,
      datasource_id: Number.parseInt(model.form_data.datasource, 10),
      datasource_type: 'table',
      params: JSON.stringify(form),
    })
  const { id } = await make(ofNobody)
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  expect((await page.request.put(`/api/v1/chart/${id}`, { data: { owners: [] }, headers })).status()).toBe(200)
  for (let i = 1; i <= made; i++) await make(`Chart ${i}`)
}

/** Whether a picture has arrived and has a size. */
const isDrawn = (tile: Locator) => tile.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)

test('the builder offers the 200 newest charts with their pictures, sorts and searches them, and those of others', async ({ page }) => {
  await makeCharts(page)
  await page.goto('/superset/dashboard/films/?edit=true')
  const pane = page.getByRole('complementary', { name: 'Builder' })
  const tiles = pane.getByRole('list', { name: 'Saved charts' }).getByRole('listitem')

  await expect(tiles).toHaveCount(offered)
  await expect(tiles.first()).toContainText(`Chart ${made}`)
  await expect(tiles.last()).toContainText(`Chart ${made - offered + 1}`)
  await expect(pane.getByText(new RegExp(`^The first ${offered} of \\d+; search for the others`))).toBeVisible()

  for (const tile of [tiles.first(), tiles.nth(1), tiles.last()]) {
    await tile.scrollIntoViewIfNeeded()
    await expect.poll(() => isDrawn(tile)).toBe(true)
  }

  await pane.getByRole('button', { name: 'Recent' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Name' })
    .or(page.getByRole('menuitem', { name: 'Name' }))
    .click()
  await expect(tiles.first()).toContainText('2023 was the warmest year')

  const search = pane.getByRole('searchbox')
  await search.fill('Chart 17')
  await expect(tiles).toHaveCount(11)
  await search.fill('Average rating')
  await expect(tiles.first()).toContainText('On this page')
  await search.fill(ofNobody)
  await expect(pane).toContainText('No results found')
  await pane.getByRole('button', { name: 'Mine' }).click()
  await expect(tiles).toHaveCount(1)
  await expect(tiles.first()).toContainText(ofNobody)
})
