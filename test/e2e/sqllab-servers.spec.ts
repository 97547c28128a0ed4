import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, test } from './server.ts'
import { editorOf, openTab, results, saved, treeOf, write } from './sqllab-screen.ts'
import { duckdbShop, mariadbShop, postgresShop, type ServerShop, type Shop } from './sqllab-shops.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()

const addShop = async (page: Page, shop: Shop) => {
  await page.goto('/superset/welcome/')
  await post(page, '/api/v1/database/', { database_name: shop.name, sqlalchemy_uri: shop.uri, expose_in_sqllab: true }).catch(
    (error: unknown) => {
      if (!String(error).includes('already exists')) throw error
    },
  )
}
const openShop = async (page: Page, shop: Shop, tab: { name: string; sql: string; autorun?: 'true' }) => {
  await addShop(page, shop)
  await openTab(page, { ...tab, dbname: shop.name, schema: shop.schema })
}

/** Rows of a file of three million, which is read piece by piece: their number, and the sum of their first cells. */
const readMany = async (path: string): Promise<{ rows: number; sum: number }> => {
  const lines = createInterface({ input: createReadStream(path) })
  let [rows, sum] = [-1, 0]
  for await (const line of lines) {
    rows++
    if (rows > 0) sum += Number(line.slice(0, line.indexOf(',')))
  }
  return { rows, sum }
}

for (const start of [duckdbShop, postgresShop, mariadbShop])
  test.describe(`on a real database (${start.name})`, () => {
    let shop: Shop
    test.beforeAll(async () => {
      shop = await start()
    })
    test.afterAll(() => shop?.stop())

    test('a statement is written with completion, run, saved, shared, drawn, kept as a dataset and downloaded', async ({ page }) => {
      await openShop(page, shop, { name: 'Orders', sql: 'SELECT 1' })
      await write(page, '')
      await page.keyboard.type('SELECT * FROM ord')
      await page.getByRole('option', { name: 'orders', exact: true }).click()
      await page.keyboard.type(' o WHERE o.reg')
      await page.getByRole('option', { name: /^region/ }).click()
      await page.keyboard.type(" = 'north' LIMIT 300")
      await run(page)
      await expect(results(page).getByText(/^300 rows/)).toBeVisible()

      await page.getByRole('button', { name: 'Save and share' }).click()
      await page.getByRole('menuitem', { name: 'Copy link' }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/sqllab\/\?p=|\/sqllab\/p\//)
      const link = await page.evaluate(() => navigator.clipboard.readText())

      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Query saved')).toBeVisible()

      await results(page).getByRole('button', { name: 'Download' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'As CSV', exact: true }).click()
      const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
      expect([lines.length, lines[0]?.replace('\ufeff', '')]).toEqual([301, 'ordered_at,region,amount'])

      await results(page).getByRole('button', { name: 'Chart it' }).click()
      await expect(results(page).getByRole('button', { name: 'Open in explore' })).toBeVisible()
      await expect(results(page).locator('canvas, svg[role="img"]').first()).toBeVisible()
      await results(page).getByRole('button', { name: 'Save as dataset' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(`northern ${start.name}`)
      await page.getByRole('button', { name: 'Save & explore' }).click()
      await expect(page).toHaveURL(/\/explore\//)
      await expect(page.getByText('region').first()).toBeVisible()

      await page.goto(link)
      await expect(editorOf(page)).toContainText("o.region = 'north' LIMIT 300")
    })

    test('two results are compared by a key', async ({ page }) => {
      const counts = (more: string) => `SELECT region, count(*) AS orders FROM orders WHERE ${more} GROUP BY region`
      await openShop(page, shop, { name: 'First', sql: counts("region <> 'west'"), autorun: 'true' })
      await expect(results(page).getByText(/^2 rows/)).toBeVisible()
      await openShop(page, shop, { name: 'Second', sql: counts("region <> 'south' AND (region = 'west' OR amount < 45)"), autorun: 'true' })
      await expect(results(page).getByText(/^2 rows/)).toBeVisible()
      await results(page).getByRole('button', { name: 'Compare with another result' }).click()
      const dialog = page.getByRole('dialog', { name: 'Compare results' })
      await expect(dialog.getByRole('tab', { name: 'Changed (1)' })).toBeVisible()
      await expect(dialog.getByRole('grid').locator('[data-row="0"]')).toContainText('north')
      await dialog.getByRole('tab', { name: 'Only in this result (1)' }).click()
      await expect(dialog.getByRole('grid').locator('[data-row="0"]')).toContainText('west')
      await dialog.getByRole('tab', { name: 'Only in the other (1)' }).click()
      await expect(dialog.getByRole('grid').locator('[data-row="0"]')).toContainText('south')
    })

    test('three million rows are downloaded whole, though the grid holds a thousand', async ({ page }) => {
      await openShop(page, shop, { name: 'Many', sql: shop.many, autorun: 'true' })
      await expect(results(page).getByText(/^First 1,000 rows/)).toBeVisible()
      await results(page).getByRole('button', { name: 'Download' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'All rows as CSV' }).click()
      const file = await download
      expect(await readMany(await file.path())).toEqual({ rows: 3_000_000, sum: (3_000_000 * 3_000_001) / 2 })
    })
  })

for (const start of [postgresShop, mariadbShop])
  test.describe(`on a real server (${start.name})`, () => {
    let shop: ServerShop
    test.beforeAll(async () => {
      shop = await start()
    })
    test.afterAll(() => shop?.stop())

    test('a statement that runs is there after a reload, and Stop reaches the server', async ({ page }) => {
      await openShop(page, shop, { name: 'Endless', sql: shop.endless })
      await run(page)
      await expect(results(page).getByText('Running…')).toBeVisible()
      await expect.poll(shop.running).toBe(1)
      await saved(page)
      await page.reload()
      await expect(results(page).getByText('Running…')).toBeVisible()
      expect(await shop.running()).toBe(1)
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect.poll(shop.running).toBe(0)
      await expect(results(page).getByText('The query was stopped.')).toBeVisible()
    })

    test('closing the tab stops its statement at the server', async ({ page }) => {
      await openShop(page, shop, { name: 'Closing', sql: shop.endless })
      await run(page)
      await expect.poll(shop.running).toBe(1)
      await page.getByRole('button', { name: 'Close Closing' }).click()
      await expect.poll(shop.running).toBe(0)
    })

    test('Stop over a broken network is asked again when it is back', async ({ page, context }) => {
      await openShop(page, shop, { name: 'Broken', sql: shop.endless })
      await run(page)
      await expect.poll(shop.running).toBe(1)
      await saved(page)
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect(results(page).getByText('Stopping…')).toBeVisible()
      expect(await shop.running()).toBe(1)
      await context.setOffline(false)
      await expect.poll(shop.running).toBe(0)
      await expect(results(page).getByText('The query was stopped.')).toBeVisible()
    })

    test('a statement whose start is not answered as the network breaks is found when it is back', async ({ page }) => {
      await openShop(page, shop, { name: 'Unanswered', sql: shop.endless })
      let requests = 0
      await page.route('**/api/v1/sqllab/execute/', async (route) => {
        if (requests++ > 0) return route.continue()
        await route.fetch()
        await route.abort('internetdisconnected')
      })
      await run(page)
      await expect.poll(() => requests).toBe(2)
      await expect(results(page).getByText('Running…')).toBeVisible()
      expect(await shop.running()).toBe(1)
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect.poll(shop.running).toBe(0)
      await expect(results(page).getByText('The query was stopped.')).toBeVisible()
    })

    test('a table that was dropped says so in the tree, and is gone after a refresh', async ({ page }) => {
      await shop.run('CREATE TABLE dropped_soon (id int)')
      await openShop(page, shop, { name: 'Dropped', sql: 'SELECT 1' })
      const tree = treeOf(page)
      const table = tree.getByRole('button', { name: 'dropped_soon', exact: true })
      await table.waitFor()
      await shop.run('DROP TABLE dropped_soon')
      await table.click()
      await expect(tree.getByRole('alert')).toContainText('No such table')
      await tree.getByRole('button', { name: 'Refresh' }).click()
      await expect(table).toBeHidden()
      await expect(editorOf(page)).toContainText('SELECT 1')
    })

    if (start === postgresShop)
      test('the tree shows catalogs, schemas, keys, comments and partitions, finds columns anywhere, and gives names by drag', async ({
        page,
      }) => {
        await openShop(page, shop, { name: 'Tree', sql: 'SELECT  FROM orders' })
        const tree = treeOf(page)
        await expect(tree.getByRole('button', { name: 'data', exact: true })).toHaveAttribute('aria-expanded', 'true')
        await expect(tree.getByRole('button', { name: 'postgres', exact: true })).toHaveAttribute('aria-expanded', 'false')
        await tree.getByRole('button', { name: 'shop_years', exact: true }).click()
        await expect(tree.getByRole('button', { name: 'Insert year' }).getByLabel('Primary key')).toBeVisible()
        await expect(tree.getByText('as printed')).toBeVisible()
        await expect(tree.getByText('Partitioned by year, latest 2025')).toBeVisible()

        await tree.getByRole('searchbox', { name: 'Search tables and columns' }).fill('old_am')
        await expect(tree.getByRole('button', { name: 'Insert old_amount' })).toBeVisible()
        await expect(tree.getByRole('button', { name: 'shop_years', exact: true })).toBeHidden()
        await tree.getByRole('button', { name: 'orders_2019', exact: true }).dragTo(editorOf(page), { targetPosition: { x: 10, y: 60 } })
        await expect(editorOf(page)).toContainText('archive.orders_2019')
        await tree.getByRole('button', { name: 'Copy the name of old_amount' }).click()
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('old_amount')

        await tree.getByRole('button', { name: 'Actions of orders_2019' }).click()
        await page.getByRole('menuitem', { name: 'Pin to the top' }).click()
        await tree.getByRole('searchbox', { name: 'Search tables and columns' }).fill('')
        await page.reload()
        await expect(tree.getByRole('button', { name: 'orders_2019 of archive' })).toBeVisible()
      })
  })
