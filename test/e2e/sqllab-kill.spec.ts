import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, startServer, template, test } from './server.ts'
import { editorOf, results } from './sqllab-screen.ts'

test('the server is killed while a query runs and while somebody types: the text survives, and the run says what happened', async ({
  page,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-e2e-'))
  cpSync(template.dataDir(), dataDir, { recursive: true })
  const first = await startServer([], dataDir)
  await page.goto(`${first.address}/sqllab/?${new URLSearchParams({ sql: 'SELECT count(*)', dbname: 'Files', name: 'Endless' })}`)
  await expect(editorOf(page)).toContainText('SELECT count(*)')
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3')
  const started = page.waitForResponse((answer) => answer.url().includes('/sqllab/execute/'))
  await page.keyboard.press('ControlOrMeta+Enter')
  expect((await started).status()).toBe(202)
  await expect(results(page).getByText('Running…')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await first.stop({ keepsData: true, signal: 'SIGKILL' })
  await page.keyboard.insertText(' -- typed while it was down')
  await expect(page.getByRole('status').filter({ hasText: /^Not saved yet$/ })).toBeVisible()

  const second = await startServer(['--port', new URL(first.address).port], dataDir)
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await expect(results(page).getByText('The server was restarted while the query ran. Run it again.')).toBeVisible()
  await page.reload()
  await expect(editorOf(page)).toContainText('% 7 = 3 -- typed while it was down')
  await expect(results(page).getByText('The server was restarted while the query ran. Run it again.')).toBeVisible()
  await second.stop()
})
