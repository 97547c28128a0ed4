import type { Page } from '@playwright/test'
import { startSshServer } from '../engines/ssh-server.ts'
import { post, startOrders, type Postgres } from './postgres.ts'
import { expect, test } from './server.ts'
import { editorOf, openTab, results, saved, treeOf, write } from './sqllab-screen.ts'

const openFiles = (page: Page, name: string, sql: string) => openTab(page, { sql, dbname: 'Files', schema: 'examples', name })
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()
const grid = (page: Page) => results(page).getByRole('grid', { name: 'Results' })
const textOf = async (page: Page, name: string): Promise<string> => {
  const { result } = (await (await page.request.get('/api/v1/sqllab/')).json()) as {
    result: { tab_state_ids: { id: number; label: string }[] }
  }
  const tab = result.tab_state_ids.find(({ label }) => label === name)
  return ((await (await page.request.get(`/tabstateview/${tab?.id}`)).json()) as { sql: string }).sql
}

test('a statement of 5 MB is refused with the bound, and the text is kept', async ({ page }) => {
  await openFiles(page, 'Long', 'SELECT 1')
  const sql = `SELECT '${'x'.repeat(5_000_000)}'`
  await write(page, sql)
  await saved(page)
  await run(page)
  await expect(results(page).getByRole('alert')).toContainText(/longer than \d+ characters/)
  await expect.poll(async () => (await textOf(page, 'Long')) === sql).toBe(true)
  await page.reload()
  await expect(editorOf(page)).toContainText("SELECT 'xxxx")
})

test('2,000 columns are shown, the last one too', async ({ page }) => {
  await openFiles(page, 'Wide', 'SELECT 1')
  await write(page, `SELECT ${Array.from({ length: 2_000 }, (_, i) => `range + ${i} AS c${i}`).join(', ')} FROM range(200)`)
  await run(page)
  await expect(results(page).getByText(/^200 rows/)).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: 'c0', exact: true })).toBeVisible()
  await grid(page).locator('[data-row="0"] > [role=gridcell]').first().click()
  await page.keyboard.press('End')
  await expect(grid(page).locator('[data-row="0"] > [data-column="c1999"]')).toHaveText('1,999')
})

test('duplicate and blank names are told apart', async ({ page }) => {
  await openFiles(page, 'Names', 'SELECT 1 AS a, 2 AS a, 3 AS " ", 4 AS " "')
  await run(page)
  await expect(grid(page).locator('[data-row="0"] > [role=gridcell]')).toHaveText(['1', '2', '3', '4'])
  await expect(grid(page).getByRole('columnheader', { name: 'a__1', exact: true })).toBeVisible()
})

test('a cell of 50 MB is drawn from its beginning, and inspected', async ({ page }) => {
  await openFiles(page, 'Huge', "SELECT repeat('ab ', 16666667) AS huge")
  await run(page)
  const cell = grid(page).locator('[data-row="0"] > [data-column="huge"]')
  await expect(cell).toContainText('ab ab')
  expect((await cell.innerText()).length).toBeLessThan(2_000)
  await cell.dblclick()
  const sheet = page.getByRole('dialog', { name: 'huge' })
  await expect(sheet.getByText('50,000,001 characters')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editorOf(page)).toContainText("repeat('ab '")
})

test.describe('a server', () => {
  let shop: Postgres
  test.beforeAll(async () => {
    shop = await startOrders()
  })
  test.afterAll(() => shop?.stop())

  test('behind a tunnel that dies: the error stands in place of the rows, the text is kept, and it runs again when the tunnel is back', async ({
    page,
  }) => {
    const ssh = await startSshServer()
    await page.goto('/superset/welcome/')
    await post(page, '/api/v1/database/', { database_name: 'Tunnelled', sqlalchemy_uri: shop.uri, ssh_tunnel: ssh.tunnel })
    await openTab(page, { sql: 'SELECT count(*) AS orders FROM orders', dbname: 'Tunnelled', schema: 'public', name: 'Through' })
    await run(page)
    await expect(results(page).getByText('5,000', { exact: true })).toBeVisible()
    await write(page, 'SELECT count(*) AS orders FROM orders, generate_series(1, 10000000000)')
    await run(page)
    await expect(results(page).getByText('Running…')).toBeVisible()
    await ssh.kill()
    await expect(results(page).getByRole('alert')).toBeVisible()
    await expect(editorOf(page)).toContainText('generate_series')
    await write(page, 'SELECT count(*) AS orders FROM orders')
    await run(page)
    await expect(results(page).getByRole('alert')).toBeVisible()
    await expect(editorOf(page)).toContainText('SELECT count(*) AS orders FROM orders')
    await ssh.restart()
    await run(page)
    await expect(results(page).getByText('5,000', { exact: true })).toBeVisible()
    await ssh.stop()
  })

  test('that hangs while its schemas are read: one writes on, is told so after a while, and reads them again', async ({ page }) => {
    await page.goto('/superset/welcome/')
    await post(page, '/api/v1/database/', { database_name: 'Hanging', sqlalchemy_uri: shop.uri })
    await shop.query('BEGIN; LOCK TABLE pg_catalog.pg_namespace IN ACCESS EXCLUSIVE MODE')
    await page.goto(`/sqllab/?${new URLSearchParams({ sql: 'SELECT 1', dbname: 'Hanging', name: 'Waiting' })}`)
    await expect(treeOf(page).getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    await write(page, 'SELECT 1 AS written_meanwhile')
    await saved(page)
    await expect(treeOf(page).getByRole('alert')).toContainText('The schemas could not be read', { timeout: 60_000 })
    await expect(editorOf(page)).toContainText('written_meanwhile')
    await shop.query('ROLLBACK')
    await treeOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(treeOf(page).getByRole('button', { name: 'orders', exact: true })).toBeVisible()
  })
})
