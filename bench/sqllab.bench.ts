/** SQL Lab in Chromium: typing, the first rows, scrolling, the search of the tree, Stop at a real Postgres, and what the page loads. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { startPostgres } from '../test/engines/servers.ts'
import { median, ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { onStage, scrollingLine, type Way } from './browser.ts'
import { withServer } from './server.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: /^SQL of/ })
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

const openTab = async (page: Page, tab: Record<string, string>) => {
  await page.goto(`/sqllab/?${new URLSearchParams({ dbname: 'Files', schema: 'examples', name: 'Bench', ...tab })}`)
  await editor(page).waitFor()
}

const keys = 120

/**
 * Presses keys one after the other. `work`: ms that the page was busy with one, from the press until its frame was painted, without the
 * wait for that frame to begin; `whole` with it.
 */
const typed = async (page: Page, beforeKey = async () => {}): Promise<{ work: number[]; whole: number[] }> => {
  await page.evaluate(`window.strokes = []
    if (!window.isTimed) addEventListener('keydown', ({ timeStamp }) => {
      const began = performance.now()
      setTimeout(() => {
        const handled = performance.now()
        requestAnimationFrame(() => {
          const framed = performance.now()
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const painted = performance.now()
            window.strokes.push({ work: handled - began + painted - framed, whole: painted - timeStamp })
          }
          port2.postMessage(null)
        })
      })
    }, true)
    window.isTimed = true`)
  for (let i = 0; i < keys; i++) {
    await beforeKey()
    await page.keyboard.press('abcdefg '[i % 8] ?? 'a')
    await sleep(30)
  }
  const strokes = await page.evaluate<{ work: number; whole: number }[]>('window.strokes')
  return { work: strokes.map(({ work }) => work), whole: strokes.map(({ whole }) => whole) }
}

const typing: Bench = {
  name: 'sqllab: typing in a text of 5,000 lines',
  run: () =>
    onStage(async ({ fresh }) => {
      const page = await (await fresh()).newPage()
      await openTab(page, { sql: 'SELECT 1' })
      const line = (i: number) => `SELECT symbol, price, date AS day_${i} FROM stocks WHERE price > ${i} AND symbol IN ('A', 'B');`
      const text = Array.from({ length: 5_000 }, (_, i) => line(i)).join('\n')
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<textarea id="control" rows="10" cols="80"></textarea>')
        document.getElementById('control').value = ${JSON.stringify(text)}`)
      await editor(page).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', ${JSON.stringify(text)})
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })()`)
      await sleep(3_000)
      await page.evaluate(`document.querySelector('.cm-scroller').scrollTop = 50_000`)
      await sleep(500)
      await page.locator('.cm-line').nth(12).click()
      const subject = await typed(page)
      await page.evaluate(`const area = document.getElementById('control')
        area.focus()
        area.setSelectionRange(250_000, 250_000)`)
      const control = await typed(page)
      const [own, plain] = [percentile(subject.work, 0.95), percentile(control.work, 0.95)]
      const lines: Line[] = [
        {
          what: `keystroke to paint, p95 (p50 ${ms(median(subject.work))}; with the wait for the frame ${ms(percentile(subject.whole, 0.95))})`,
          subject: ms(own),
          control: `${ms(plain)} in a plain text area`,
          ratio: own / plain,
          goal: '≤ 16 ms on an idle machine',
          met: own <= 16,
        },
      ]
      return lines
    }),
}

type Ran = { shown: number; query: number }

/** ms from a press of Run until the first row is painted, and what the engine took of it. */
const runOnce = async (page: Page): Promise<Ran> => {
  await page.evaluate(`window.shownAt = null; window.pressedAt = null
    new MutationObserver((_, observer) => {
      if (!window.pressedAt || document.querySelector('[role=progressbar]') || !document.querySelector('[aria-label=Results] [data-row="0"]')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now() }))
    }).observe(document.body, { subtree: true, childList: true })`)
  const asked = page.waitForRequest((request) => request.url().includes('/sqllab/execute/'))
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const { client_id: id } = (await asked).postDataJSON() as { client_id: string }
  await page.waitForFunction('window.shownAt !== null')
  const listed = await page.request.get(
    '/api/v1/query/?q=(order_column:changed_on,order_direction:desc,page_size:5,columns:!(start_running_time,end_time,client_id))',
  )
  const { result } = (await listed.json()) as { result: { client_id: string; start_running_time: number; end_time: number }[] }
  const ran = result.find(({ client_id }) => client_id === id)
  if (!ran) throw new Error(`The query ${id} is not among the last ones`)
  const shown = await page.evaluate<number>('window.shownAt - window.pressedAt')
  return { shown, query: ran.end_time - ran.start_running_time }
}

const firstRows: Bench = {
  name: 'sqllab: first rows',
  run: () =>
    onStage(async ({ fresh }) => {
      const page = await (await fresh()).newPage()
      const lines: Line[] = []
      const rounds = 15
      const beside: number[][] = []
      for (const [name, rows] of [
        ['a short statement', 1_000],
        ['one of about a second', 60_000_000],
      ] as const) {
        await openTab(page, { sql: `SELECT range % 7 AS a, count(*) AS n FROM range(${rows}) GROUP BY 1`, name })
        await runOnce(page)
        const found: Ran[] = []
        for (let i = 0; i < rounds; i++) found.push(await runOnce(page))
        const own = found.map(({ shown, query }) => shown - query)
        beside.push(own)
        lines.push({
          what: `${name}: Run to its first row, beside the query (p95 ${ms(percentile(own, 0.95))})`,
          subject: ms(median(own)),
          control: `${ms(median(found.map(({ query }) => query)))} the query alone`,
          ratio: null,
          goal: '≤ 60 ms on an idle machine',
          met: median(own) <= 60,
        })
      }
      return lines
    }),
}

const scrolling: Bench = {
  name: 'sqllab: scrolling 100,000 rows of 50 columns',
  run: () =>
    onStage(async ({ fresh }) => {
      const page = await (await fresh()).newPage()
      const columns = Array.from({ length: 50 }, (_, i) => (i % 2 ? `'text ' || (range + ${i}) AS t${i}` : `range * ${i + 1} AS n${i}`))
      await openTab(page, { sql: `SELECT ${columns.join(', ')} FROM range(100000)` })
      await page.getByRole('combobox', { name: 'Row limit' }).click()
      await page.getByRole('option', { name: '100,000 rows' }).click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      const grid = results(page).getByRole('grid', { name: 'Results' })
      await grid.locator('[data-row="5"]').waitFor({ timeout: 120_000 })
      await sleep(2_000)
      const line = (way: Way) => scrollingLine(page, '[role=grid][aria-label=Results]', columns.length, way)
      return [await line('down'), await line('across')]
    }),
}

const makeTables = async (path: string, count: number) => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  for (let from = 0; from < count; from += 500)
    await db.run(
      Array.from(
        { length: Math.min(500, count - from) },
        (_, i) => `CREATE TABLE table_${from + i} (id INT, name_${(from + i) % 97} TEXT, amount DOUBLE, created_on DATE, note TEXT);`,
      ).join('\n'),
    )
  db.closeSync()
  instance.closeSync()
}

/** The list of the tree that is shown: tabs that were opened before keep theirs. */
const shownList = `[...document.querySelectorAll('aside ul')].find((list) => list.checkVisibility())`

/** ms from a key in the search of the tree until its lines are painted, each. */
const searched = async (page: Page, words: readonly string[]): Promise<number[]> => {
  const field = page.getByRole('complementary', { name: 'Tables' }).getByRole('searchbox', { name: 'Search tables and columns' })
  await field.fill('table_')
  await page.locator('[data-editor]').last().waitFor()
  await page.waitForFunction(`${shownList}?.children.length > 5 && !document.querySelector('aside [role=progressbar]')`)
  const found: number[] = []
  for (const word of words) {
    await field.fill('')
    await sleep(300)
    for (const key of word) {
      await page.evaluate(`window.treeAt = null; window.keyAt = null
        addEventListener('keydown', () => {
          window.keyAt = performance.now()
          new MutationObserver((_, observer) => {
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => { window.treeAt = performance.now() }))
          }).observe(${shownList}, { subtree: true, childList: true, characterData: true, attributes: true })
        }, { once: true, capture: true })`)
      await field.press(key)
      await page.waitForFunction('window.treeAt !== null', null, { timeout: 2_000 }).catch(() => {})
      const taken = await page.evaluate<number>('window.treeAt === null ? -1 : window.treeAt - window.keyAt')
      if (taken >= 0) found.push(taken)
    }
  }
  return found
}

const treeSearch: Bench = {
  name: 'sqllab: search over 10,000 tables',
  run: () =>
    onStage(async ({ server, fresh }) => {
      const page = await (await fresh()).newPage()
      const words = ['table_77', 'name_13', '999', 'amount']
      const timed = async (count: number) => {
        const path = join(tmpdir(), `chartroom-bench-${process.pid}-${count}.duckdb`)
        await makeTables(path, count)
        try {
          const body = JSON.stringify({ database_name: `Tables ${count}`, sqlalchemy_uri: `duckdb:///${path}` })
          const made = await server.ask('/api/v1/database/', { method: 'POST', body })
          if (made.status !== 201) throw new Error(made.text)
          await openTab(page, { sql: 'SELECT 1', dbname: `Tables ${count}`, schema: 'main', name: `Tables ${count}` })
          return await searched(page, words)
        } finally {
          rmSync(path, { force: true })
        }
      }
      const [few, many] = [await timed(100), await timed(10_000)]
      const [subject, control] = [percentile(many, 0.95), percentile(few, 0.95)]
      return [
        {
          what: `key to painted lines, p95 (p50 ${ms(median(many))})`,
          subject: ms(subject),
          control: `${ms(control)} over 100 tables`,
          ratio: subject / control,
          goal: '≤ 100 ms',
          met: subject <= 100,
        },
      ]
    }),
}

/**
 * Counts for hours. The planner does not know how far: it would compile a statement of that length first, and Postgres does not look at
 * a request to stop while it compiles.
 */
const longStatement = (name: string) => `SELECT count(*) AS ${name} FROM generate_series(1, (SELECT 100000000000)) a`

/** Number of the process of Postgres that runs a statement with this word in it. */
const processOf = async (watcher: Client, word: string): Promise<number | undefined> => {
  const found = await watcher.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()",
    [`%${word}%`],
  )
  return found.rows[0]?.pid
}

/** ms from `stop` until the server runs the statement no more, a little later in its life each time. */
const stopOnce = async (watcher: Client, word: string, i: number, stop: (pid: number) => Promise<unknown>): Promise<number> => {
  let pid: number | undefined
  while (!(pid = await processOf(watcher, word))) await sleep(5)
  await sleep(50 + 7 * i)
  const began = performance.now()
  const asked = stop(pid)
  while (await processOf(watcher, word)) if (performance.now() - began > 10_000) throw new Error('The statement runs on')
  const taken = performance.now() - began
  await asked
  return taken
}

const stops = 40

const stopping: Bench = {
  name: 'sqllab: Stop at Postgres',
  run: async () => {
    const postgres = await startPostgres()
    const { host, port, username: user, password, database } = postgres.parameters
    const [watcher, other] = [new Client({ host, port, user, password, database }), new Client({ host, port, user, password, database })]
    await Promise.all([watcher.connect(), other.connect()])
    try {
      return await withServer(async (server) => {
        const uri = `postgresql://${user}:${password}@${host}:${port}/${database}`
        const made = await server.ask('/api/v1/database/', {
          method: 'POST',
          body: JSON.stringify({ database_name: 'shop', sqlalchemy_uri: uri }),
        })
        const { id } = JSON.parse(made.text) as { id: number }
        const post = (path: string, body: object) => server.ask(path, { method: 'POST', body: JSON.stringify(body) })
        const times = { subject: [] as number[], control: [] as number[] }
        for (let i = 0; i < stops; i++) {
          const name = `stopped_${i}`
          await post('/api/v1/sqllab/execute/', { database_id: id, sql: longStatement(name), client_id: name, runAsync: true })
          times.subject.push(await stopOnce(watcher, name, i, () => post('/api/v1/query/stop', { client_id: name })))
          const plain = `cancelled_${i}`
          const failed = other.query(longStatement(plain)).catch(() => undefined)
          times.control.push(await stopOnce(watcher, plain, i, (pid) => watcher.query('SELECT pg_cancel_backend($1)', [pid])))
          await failed
        }
        const [subject, control] = [percentile(times.subject, 0.95), percentile(times.control, 0.95)]
        return [
          {
            what: `Stop until pg_stat_activity is without it, p95 (p50 ${ms(median(times.subject))})`,
            subject: ms(subject),
            control: `${ms(control)} pg_cancel_backend from an open connection`,
            ratio: subject / control,
            goal: '≤ 50 ms',
            met: subject <= 50,
          },
        ]
      })
    } finally {
      await Promise.all([watcher.end(), other.end()])
      await postgres.stop()
    }
  },
}

/** Bytes of the scripts that come with an address, gzipped. */
const scriptBytes = async (page: Page, address: string): Promise<number> => {
  const scripts = new Set<string>()
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.add(answer.url())
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await sleep(1_000)
  const sizes = await Promise.all(
    [...scripts].map(async (url) => {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
      await answer.body?.cancel()
      return Number(answer.headers.get('content-length'))
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const firstLoad: Bench = {
  name: 'sqllab: first load',
  run: () =>
    onStage(async ({ fresh }) => {
      const opening = await (await fresh()).newPage()
      await openTab(opening, { sql: 'SELECT 1' })
      const subject = await scriptBytes(await (await fresh()).newPage(), '/sqllab/')
      const control = await scriptBytes(await (await fresh()).newPage(), '/chart/list/')
      const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
      return [
        {
          what: 'JavaScript of the first load, gzipped',
          subject: kilobytes(subject),
          control: `${kilobytes(control)} the list of charts`,
          ratio: subject / control,
          goal: '≤ 420 kB',
          met: subject <= 420_000,
        },
      ]
    }),
}

export const benches: Bench[] = [typing, firstRows, scrolling, treeSearch, stopping, firstLoad]
