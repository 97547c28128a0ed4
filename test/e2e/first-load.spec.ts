import { firstLoad, firstLoadGoals } from './first-load.ts'
import { expect, test } from './server.ts'

const pages: [kind: keyof typeof firstLoadGoals, address: string][] = [
  ['list', '/superset/welcome/'],
  ['list', '/chart/list/'],
  ['list', '/dashboard/list/'],
  ['list', '/tablemodelview/list/'],
  ['list', '/databaseview/list/'],
  ['dashboard', '/superset/dashboard/films/'],
  ['dashboard', '/superset/dashboard/flights/'],
  ['dashboard', '/superset/dashboard/world/'],
  ['dashboard', '/superset/dashboard/economy/'],
]

for (const [kind, address] of pages)
  test(`${address} loads no more JavaScript than a ${kind} may`, async ({ page }) => {
    const { bytes, files } = await firstLoad(page, address)
    expect(files).toBeGreaterThan(1)
    expect(bytes).toBeLessThanOrEqual(firstLoadGoals[kind])
  })

for (const vizType of ['echarts_timeseries_bar', 'pie', 'table', 'big_number'])
  test(`explore loads no more JavaScript than it may with ${vizType}`, async ({ page }) => {
    const answer = await page.request.get(`/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:${vizType})))`)
    const { result } = (await answer.json()) as { result: { id: number }[] }
    const { bytes } = await firstLoad(page, `/explore/?slice_id=${result[0]?.id}`)
    expect(bytes).toBeLessThanOrEqual(firstLoadGoals.explore)
  })

test('SQL Lab loads no more JavaScript than it may with an open query', async ({ page, context }) => {
  const opening = await context.newPage()
  await opening.goto('/sqllab/')
  await opening.getByRole('main').getByRole('button', { name: 'New query' }).last().click()
  await expect(opening.getByRole('textbox', { name: /^SQL of/ })).toBeVisible()
  const { bytes } = await firstLoad(page, '/sqllab/')
  await expect(page.getByRole('textbox', { name: /^SQL of/ })).toBeVisible()
  expect(bytes).toBeLessThanOrEqual(firstLoadGoals.sqllab)
})

const named: [address: string, needs: RegExp[], spares: RegExp[]][] = [
  ['/superset/dashboard/films/', [/\/DashboardPage-/, /\/echarts-/, /\/inter-latin-/], [/\/ExplorePage-/]],
  ['/explore/', [/\/ExplorePage-/, /\/echarts-/], [/\/DashboardPage-/]],
  ['/chart/list/', [/\/ChartsPage-/], [/\/echarts-/, /\/DashboardPage-/]],
  ['/no/such/page/', [], [/\/echarts-/, /Page-/]],
]

for (const [address, needs, spares] of named)
  test(`the first answer of ${address} names the files that its page needs`, async ({ page }) => {
    const html = await (await page.request.get(address, { headers: { accept: 'text/html' } })).text()
    const files = [...html.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="\.([^"]+)"/g)].map(([, file]) => file ?? '')
    for (const need of needs) expect(files.filter((file) => need.test(file))).toHaveLength(1)
    for (const spare of spares) expect(files.filter((file) => spare.test(file))).toEqual([])
    for (const file of files) expect((await page.request.get(file)).status(), file).toBe(200)
  })
