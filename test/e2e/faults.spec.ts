import { expect, test, settled } from './server.ts'
import { post, startOrders } from './postgres.ts'
import type { Page } from '@playwright/test'

const picture = (page: Page) => page.getByRole('main').getByRole('img').first()
const datasetId = async (page: Page, name: string): Promise<number> => {
  const found = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${name})))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  return result[0]?.id ?? 0
}

test('going offline in explore is reported, nothing is lost, and work continues', async ({ page, context }) => {
  await page.goto(`/explore/?datasource=${await datasetId(page, 'stocks')}__table`)
  await expect(picture(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Written before the storm')
  await page.getByRole('textbox', { name: 'Chart name' }).press('Enter')
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)

  const dimensions = page.getByRole('group', { name: 'Dimensions' })
  await dimensions.getByRole('button', { name: 'Remove symbol' }).click()
  await expect(page.getByText('Network error.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Written before the storm')
  await expect(dimensions.getByRole('button', { name: /^symbol/ })).toBeHidden()

  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/**')
  await context.setOffline(false)
  await expect(picture(page)).toBeVisible()
  await expect(page.getByText('Network error.')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Written before the storm')
})

test('a list and a dashboard recover when the network is back', async ({ page, context }) => {
  const number = page.getByRole('article', { name: 'Films', exact: true })
  for (const [path, loaded, ask, fault] of [
    [
      '/chart/list/',
      () => expect(page.getByRole('row').nth(1)).toBeVisible(),
      () => page.getByRole('searchbox').first().fill('jobs'),
      'This list could not be loaded',
    ],
    [
      '/superset/dashboard/films/',
      () => expect(number).toContainText('3,177'),
      () => page.getByRole('button', { name: 'Refresh dashboard' }).click(),
      /charts? shows? (its|their) last picture/,
    ],
  ] as const) {
    await page.goto(path)
    await settled(page)
    await loaded()
    await context.setOffline(true)
    await ask()
    await expect(page.getByText(fault)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(fault)).toBeHidden()
  }
  await expect(number).toContainText('3,177')
})

test('a table missing from its database is named', async ({ page }) => {
  const postgres = await startOrders()
  try {
    const { id: database } = await post(page, '/api/v1/database/', { database_name: 'Orders that go', sqlalchemy_uri: postgres.uri })
    const { id: dataset } = await post(page, '/api/v1/dataset/', { database, schema: 'public', table_name: 'orders' })
    await page.goto(`/explore/?datasource=${dataset}__table`)
    await expect(picture(page)).toBeVisible()
    await postgres.query('DROP TABLE orders')
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click()
    await expect(
      page
        .getByRole('main')
        .getByText(/relation .*orders.* does not exist/)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(postgres.parameters.host)
  } finally {
    await postgres.stop()
  }
})

test('an expired session keeps the page and asks to log in again', async ({ page, context }) => {
  const { result } = (await (await page.request.get('/api/v1/me/')).json()) as { result: { username: string } }
  await page.goto(`/explore/?datasource=${await datasetId(page, 'stocks')}__table`)
  await expect(picture(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Half a thought')
  await page.getByRole('textbox', { name: 'Chart name' }).press('Enter')
  await context.clearCookies()
  // The dialog may be open already: the page also asks by itself.
  await page.getByRole('group', { name: 'Dimensions' }).getByRole('button', { name: 'Remove symbol' }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await expect(dialog.getByLabel('User name')).toHaveValue(result.username)
  await expect(page.getByRole('textbox', { name: 'Chart name', includeHidden: true })).toHaveValue('Half a thought')
})

test('an unknown address shows a not-found page', async ({ page }) => {
  await page.goto('/superset/nothing/here/')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
