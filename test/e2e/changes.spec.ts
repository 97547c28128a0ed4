import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

/** The other tests know the chart by its name. */
const rename = async (page: Page, chart: number, name: string) => {
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const answer = await page.request.put(`/api/v1/chart/${chart}`, { data: { slice_name: name }, headers: { 'X-CSRFToken': token } })
  expect(answer.ok()).toBe(true)
}

test('a chart saved in explore shows at once in other tabs: in the charts list and in the pane of the dashboard builder', async ({
  page: list,
  context,
}) => {
  const isFollowing = (page: Page) => page.waitForRequest(/\/changes-(?!worker)/)
  const listFollows = isFollowing(list)
  await list.goto('/chart/list/')
  await expect(list.getByRole('heading', { name: /^Charts/ })).toBeVisible()
  const builder = await context.newPage()
  const builderFollows = isFollowing(builder)
  await builder.goto('/superset/dashboard/films/?edit=true')
  const pane = builder.getByRole('complementary', { name: 'Builder' })
  await expect(pane.getByText('Average rating').first()).toBeVisible()

  await Promise.all([listFollows, builderFollows])
  const explore = await context.newPage()
  const { result } = (await (
    await explore.request.get('/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:Films)),columns:!(id))')
  ).json()) as { result: { id: number }[] }
  const chart = result[0]?.id ?? 0
  await explore.goto(`/explore/?slice_id=${chart}`)
  const name = explore.getByRole('textbox', { name: 'Chart name' })
  await name.fill('Films as seen elsewhere')
  await name.press('Enter')
  await explore.keyboard.press('Control+s')
  await expect(explore.getByText('Saved “Films as seen elsewhere”')).toBeVisible()

  await expect(list.getByText('Films as seen elsewhere')).toBeVisible()
  await expect(pane.getByText('Films as seen elsewhere')).toBeVisible()

  // The tab itself, without leaving the page: its own lists were asked before the save.
  await explore.getByRole('link', { name: 'Charts' }).first().click()
  await expect(explore.getByText('Films as seen elsewhere').first()).toBeVisible()

  await rename(explore, chart, 'Films')
})
