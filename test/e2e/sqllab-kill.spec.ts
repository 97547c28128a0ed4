import { cpSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, startServer, template, test, type Running } from './server.ts'
import { editorOf, results, saved } from './sqllab-screen.ts'
import { mariadbShop, postgresShop } from './sqllab-shops.ts'

/** The processes that have a file of a folder open. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(folder))
    } catch {
      return false
    }
  })

/** A copy of the example data, and a server over it that can be killed. */
const startCopy = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-e2e-'))
  cpSync(template.dataDir(), dataDir, { recursive: true })
  return { dataDir, server: await startServer([], dataDir) }
}

const restart = ({ address }: Running, dataDir: string) => startServer(['--port', new URL(address).port], dataDir)

const restarted = 'The server was restarted while the query ran. Run it again.'

/** Runs the script of the tab, which does not end, and waits until the server has it. */
const runEndless = async (page: Page) => {
  const started = page.waitForResponse((answer) => answer.url().includes('/sqllab/execute/'))
  await page.keyboard.press('ControlOrMeta+Enter')
  expect((await started).status()).toBe(202)
  await expect(results(page).getByText('Running…')).toBeVisible()
  await saved(page)
}

test('the server is killed while a query runs and while somebody types: the text survives, and the run says what happened', async ({
  page,
}) => {
  const { dataDir, server: first } = await startCopy()
  await page.goto(`${first.address}/sqllab/?${new URLSearchParams({ sql: 'SELECT count(*)', dbname: 'Files', name: 'Endless' })}`)
  await expect(editorOf(page)).toContainText('SELECT count(*)')
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3')
  await runEndless(page)
  expect(processesIn(dataDir)).not.toEqual([])
  await first.stop({ keepsData: true, signal: 'SIGKILL' })
  await expect.poll(() => processesIn(dataDir), 'the statement ends with the server').toEqual([])
  await page.keyboard.insertText(' -- typed while it was down')
  await expect(page.getByRole('status').filter({ hasText: /^Not saved yet$/ })).toBeVisible()

  const second = await restart(first, dataDir)
  await saved(page)
  await expect(results(page).getByText(restarted)).toBeVisible()
  await page.reload()
  await expect(editorOf(page)).toContainText('% 7 = 3 -- typed while it was down')
  await expect(results(page).getByText(restarted)).toBeVisible()
  await second.stop()
})

for (const start of [postgresShop, mariadbShop])
  test(`the server is killed while a query runs on another one (${start.name}): it ends there too`, async ({ page }) => {
    const shop = await start()
    const { dataDir, server: first } = await startCopy()
    await page.goto(`${first.address}/superset/welcome/`)
    await post(page, `${first.address}/api/v1/database/`, { database_name: shop.name, sqlalchemy_uri: shop.uri })
    const tab = { sql: shop.endless, dbname: shop.name, schema: shop.schema, name: 'Endless' }
    await page.goto(`${first.address}/sqllab/?${new URLSearchParams(tab)}`)
    await expect(editorOf(page)).toContainText('endless_one')
    await editorOf(page).click()
    await runEndless(page)
    await expect.poll(shop.running).toBe(1)
    await first.stop({ keepsData: true, signal: 'SIGKILL' })
    await expect.poll(shop.running).toBe(0)

    const second = await restart(first, dataDir)
    await expect(results(page).getByText(restarted)).toBeVisible()
    await page.reload()
    await expect(editorOf(page)).toContainText('endless_one')
    await expect(results(page).getByText(restarted)).toBeVisible()
    await second.stop()
    await shop.stop()
  })
