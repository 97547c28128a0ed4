import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startMariadb, type TestServer } from '../engines/servers.ts'
import { post, startOrders, type Postgres } from './postgres.ts'
import { expect, settled, test } from './server.ts'
import { editorOf, openTab, results, saved, treeOf, write } from './sqllab-screen.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** A server with a table `orders`, and how many of its statements hold a text. */
type Orders = {
  name: string
  uri: string
  schema: string
  endless: string
  run(sql: string): Promise<unknown>
  running(): Promise<number>
  stop(): Promise<void>
}

const postgresOrders = async (): Promise<Orders> => {
  const server: Postgres = await startOrders()
  await server.query(`CREATE TABLE shop_years (year int, note text, PRIMARY KEY (year)) PARTITION BY RANGE (year);
    CREATE TABLE shop_years_2025 PARTITION OF shop_years FOR VALUES FROM (2025) TO (2026);
    INSERT INTO shop_years VALUES (2025, 'a');
    COMMENT ON COLUMN shop_years.note IS 'as printed';
    CREATE SCHEMA archive; CREATE TABLE archive.orders_2019 (old_amount int)`)
  return {
    name: 'Postgres shop',
    uri: server.uri,
    schema: 'public',
    endless: 'SELECT count(*) AS endless_one FROM generate_series(1, 100000000000) a',
    run: (sql) => server.query(sql),
    running: async () =>
      (
        await server.query(
          "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%endless_one%' AND pid <> pg_backend_pid()",
        )
      ).length,
    stop: server.stop,
  }
}

const mariadbOrders = async (): Promise<Orders> => {
  const server: TestServer = await startMariadb()
  const { host, port, username, password, database } = server.parameters
  const { createConnection } = await import('mysql2/promise')
  const client = await createConnection({
    host,
    port,
    user: username,
    password: String(password),
    database: String(database),
    multipleStatements: true,
  })
  await client.query(`CREATE TABLE orders (ordered_at datetime, region varchar(20), amount int);
    INSERT INTO orders SELECT TIMESTAMPADD(HOUR, seq, '2024-01-01'), ELT(seq % 3 + 1, 'north', 'south', 'west'), seq % 90 FROM seq_1_to_5000`)
  return {
    name: 'MariaDB shop',
    uri: `mysql://${username}:${password}@${host}:${port}/${database}`,
    schema: String(database),
    endless: 'SELECT count(*) AS endless_one FROM seq_1_to_1000000000 a, seq_1_to_1000000000 b WHERE a.seq * b.seq % 7 = 3',
    run: (sql) => client.query(sql),
    running: async () => {
      const [rows] = await client.query(
        "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%endless_one%' AND id <> CONNECTION_ID()",
      )
      return (rows as unknown[]).length
    },
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()

for (const start of [postgresOrders, mariadbOrders])
  test.describe(`on a real server (${start.name})`, () => {
    let shop: Orders
    test.beforeAll(async () => {
      shop = await start()
    })
    test.afterAll(() => shop?.stop())

    const addShop = async (page: Page) => {
      await page.goto('/superset/welcome/')
      await post(page, '/api/v1/database/', { database_name: shop.name, sqlalchemy_uri: shop.uri, expose_in_sqllab: true }).catch(
        (error: unknown) => {
          if (!String(error).includes('already exists')) throw error
        },
      )
    }
    const openShop = async (page: Page, name: string, sql: string) => {
      await addShop(page)
      await openTab(page, { sql, dbname: shop.name, schema: shop.schema, name })
    }

    test('a statement is written with completion, run, saved, shared, drawn, kept as a dataset and downloaded', async ({ page }) => {
      await openShop(page, 'Orders', 'SELECT 1')
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

    test('a statement that runs is there after a reload, and Stop reaches the server', async ({ page }) => {
      await openShop(page, 'Endless', shop.endless)
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
      await openShop(page, 'Closing', shop.endless)
      await run(page)
      await expect.poll(shop.running).toBe(1)
      await page.getByRole('button', { name: 'Close Closing' }).click()
      await expect.poll(shop.running).toBe(0)
    })

    test('Stop over a broken network is asked again when it is back', async ({ page, context }) => {
      await openShop(page, 'Broken', shop.endless)
      await run(page)
      await expect.poll(shop.running).toBe(1)
      await settled(page).catch(() => {})
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect(results(page).getByText('Stopping…')).toBeVisible()
      expect(await shop.running()).toBe(1)
      await context.setOffline(false)
      await expect.poll(shop.running).toBe(0)
      await expect(results(page).getByText('The query was stopped.')).toBeVisible()
    })

    test('a table that was dropped says so in the tree, and is gone after a refresh', async ({ page }) => {
      await shop.run('CREATE TABLE dropped_soon (id int)')
      await openShop(page, 'Dropped', 'SELECT 1')
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

    if (start === postgresOrders)
      test('the tree shows catalogs, schemas, keys, comments and partitions, finds columns anywhere, and gives names by drag', async ({
        page,
      }) => {
        await openShop(page, 'Tree', 'SELECT  FROM orders')
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
