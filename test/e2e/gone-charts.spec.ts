import type { Browser, Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { post } from './postgres.ts'
import { expect, settled, test } from './server.ts'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const tokenOf = async (page: Page) => ({ 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') })

const names = ['Gone soon', 'Here to stay']

type Stored = { id: number; params: string; viz_type: string; datasource_id: number }

/** A dashboard of two charts of its own, which all with the role may open. */
const makeDashboard = async (page: Page, slug: string, role: string) => {
  const roles = await get<{ id: number; name: string }[]>(page, '/api/v1/security/roles/')
  const [films] = await get<{ id: number }[]>(page, '/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:Films)))')
  const { params, viz_type } = await get<Stored>(page, `/api/v1/chart/${films?.id}`)
  const { datasource } = JSON.parse(params) as { datasource: string }
  const ids: number[] = []
  for (const slice_name of names) {
    const made = { slice_name, viz_type, params, datasource_id: Number.parseInt(datasource, 10), datasource_type: 'table' }
    ids.push((await post(page, '/api/v1/chart/', made)).id)
  }
  const cards = ids.map((chartId, i) => ({
    type: 'CHART',
    id: `CHART-${i}`,
    children: [],
    meta: { chartId, sliceName: names[i], width: 4, height: 30 },
  }))
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'] },
    'ROW-a': { type: 'ROW', id: 'ROW-a', children: cards.map(({ id }) => id), meta: {} },
    ...Object.fromEntries(cards.map((card) => [card.id, card])),
  }
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: slug, slug, published: true })
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, {
    data: { json_metadata: JSON.stringify({ positions }), roles: roles.filter(({ name }) => name === role).map((one) => one.id) },
    headers: await tokenOf(page),
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return ids
}

const password = 'correct horse battery'

/** Another account in a browser of its own. */
const openAs = async (page: Page, browser: Browser, { username, role }: { username: string; role: string }): Promise<Page> => {
  const roles = await get<{ id: number; name: string }[]>(page, '/api/v1/security/roles/')
  await post(page, '/api/v1/security/users/', {
    username,
    first_name: username,
    last_name: 'Byron',
    email: `${username}@charts.example`,
    password,
    active: true,
    roles: roles.filter(({ name }) => name === role).map(({ id }) => id),
  })
  const context = await browser.newContext({ storageState: undefined, baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' })
  expect((await context.request.post('/login/', { form: { username, password } })).ok()).toBe(true)
  return context.newPage()
}

const deleteChart = async (page: Page, id: number | undefined) =>
  expect((await page.request.delete(`/api/v1/chart/${id}`, { headers: await tokenOf(page) })).status()).toBe(200)

const goneText = 'This chart was deleted, or you have no access to it.'
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const figure = (page: Page, name: string) => card(page, name).getByText('3,177')

test('a chart that somebody deletes says so on a dashboard that is open; its card is removed, and the rest is saved', async ({
  page,
  browser,
}) => {
  await page.goto('/superset/welcome/')
  const [gone] = await makeDashboard(page, 'loses-a-chart', 'Admin')
  const ada = await openAs(page, browser, { username: 'ada', role: 'Admin' })
  await page.goto('/superset/dashboard/loses-a-chart/')
  for (const name of names) await expect(figure(page, name)).toBeVisible()

  await deleteChart(ada, gone)
  await page.getByRole('button', { name: 'Refresh dashboard' }).click()
  await expect(page.getByText(goneText)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Gone soon' })).toBeVisible()
  await expect(figure(page, 'Here to stay')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove from the dashboard' })).toHaveCount(0)

  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Remove from the dashboard' }).click()
  await expect(page.getByText(goneText)).toBeHidden()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes).toContainText('Removed “Gone soon”')
  await changes.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(goneText)).toBeVisible()
  await settled(page)
  expect(await axeFaults(page)).toEqual([])

  // Saved with the card, and then without it.
  await page.getByRole('slider', { name: 'Height in units of 8 pixels' }).last().focus()
  await page.keyboard.press('ArrowDown')
  const save = async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  }
  const storedCards = async () => {
    const { position_json } = await get<{ position_json: string }>(page, '/api/v1/dashboard/loses-a-chart')
    return Object.keys(JSON.parse(position_json) as object).filter((id) => id.startsWith('CHART-'))
  }
  await save()
  expect(await storedCards()).toEqual(['CHART-0', 'CHART-1'])
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Remove from the dashboard' }).click()
  await save()
  expect(await storedCards()).toEqual(['CHART-1'])
  await page.reload()
  await expect(figure(page, 'Here to stay')).toBeVisible()
  await expect(page.getByText(goneText)).toHaveCount(0)
  await ada.context().close()
})

test('who reads the data only through the dashboard reads why a card is empty, and sees it again when the chart is restored', async ({
  page,
  browser,
}) => {
  await page.goto('/superset/welcome/')
  const [gone] = await makeDashboard(page, 'lends-a-chart', 'Gamma')
  const eve = await openAs(page, browser, { username: 'eve', role: 'Gamma' })
  const isFollowing = eve.waitForRequest(/\/changes-(?!worker)/)
  await eve.goto('/superset/dashboard/lends-a-chart/')
  for (const name of names) await expect(figure(eve, name)).toBeVisible()
  await isFollowing

  await deleteChart(page, gone)
  await eve.getByRole('button', { name: 'Refresh dashboard' }).click()
  await expect(eve.getByText(goneText)).toBeVisible()
  await expect(eve.getByRole('alert')).toHaveCount(0)
  await expect(figure(eve, 'Here to stay')).toBeVisible()

  const restored = await page.request.post(`/api/v1/chart/${gone}/restore`, { headers: await tokenOf(page) })
  expect(restored.status()).toBe(200)
  await expect(figure(eve, 'Gone soon')).toBeVisible()
  await expect(eve.getByText(goneText)).toHaveCount(0)
  await eve.context().close()
})
