import type { Page } from '@playwright/test'
import { post, startOrders, type Postgres } from './postgres.ts'
import { expect, test } from './server.ts'

let postgres: Postgres
test.beforeAll(async () => {
  postgres = await startOrders()
})
test.afterAll(() => postgres.stop())

/** The statements that Postgres works on and that bear the word. */
const running = async (word: string): Promise<number> => {
  const rows = await postgres.query(
    `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${word}%'`,
  )
  return rows.length
}

/** A dataset over 125 billion rows, which nobody counts in a test's time. */
const makeSlow = async (page: Page, name: string): Promise<number> => {
  const { id: database } = await post(page, '/api/v1/database/', { database_name: `Database of ${name}`, sqlalchemy_uri: postgres.uri })
  const sql = 'SELECT a.amount FROM orders AS a, orders AS b, orders AS c'
  return (await post(page, '/api/v1/dataset/', { database, table_name: name, sql })).id
}

const address = (dataset: number, label: string): string => {
  const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label }
  const form = { viz_type: 'big_number_total', datasource: `${dataset}__table`, metric, adhoc_filters: [] }
  return `/explore/?datasource=${dataset}__table&form_data=${encodeURIComponent(JSON.stringify(form))}`
}

const gone = (word: string) => expect.poll(() => running(word), { timeout: 2_000, intervals: [50] }).toBe(0)

test('Stop ends the statement in the database within two seconds', async ({ page }) => {
  await page.goto(address(await makeSlow(page, 'slow_stop'), 'to be stopped'))
  await expect.poll(() => running('to be stopped')).toBe(1)
  await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
  await gone('to be stopped')
  await expect(page.getByText('Updating chart was stopped')).toBeVisible()
})

test('closing the tab ends the statement within two seconds', async ({ page }) => {
  await page.goto(address(await makeSlow(page, 'slow_close'), 'to be closed'))
  await expect.poll(() => running('to be closed')).toBe(1)
  await page.close()
  await gone('to be closed')
})

test('a queued statement is cancelled too and never starts', async ({ page, context, server }) => {
  const dataset = await makeSlow(page, 'slow_queue')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const token = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const others = new AbortController()
  for (let i = 0; i < 12; i++) {
    const metrics = [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: `in the way ${i}` }]
    fetch(`${server.address}/api/v1/chart/data`, {
      method: 'POST',
      body: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [{ metrics, row_limit: 1 }] }),
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token.result, cookie },
      signal: others.signal,
    }).catch(() => undefined)
  }
  await expect.poll(() => running('in the way')).toBeGreaterThan(1)
  await page.goto(address(dataset, 'at the end of the queue'))
  await expect(page.getByRole('main').getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Updating chart was stopped')).toBeVisible()
  others.abort()
  await gone('in the way')
  expect(await running('at the end of the queue')).toBe(0)
})
