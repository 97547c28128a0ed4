import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page, type Request } from '@playwright/test'

const root = join(import.meta.dirname, '../..')

export type Running = { address: string; link: string; dataDir: string; stop(): Promise<void> }

type Program = { command: string; args: string[]; cwd: string; env: NodeJS.ProcessEnv }

const fromSources: Program = { command: join(root, 'node_modules/.bin/node'), args: ['src/server/main.ts'], cwd: root, env: process.env }

/** Starts the built program as a person would, over a fresh data directory, and waits for its one-time link. */
export const startServer = async (
  flags: string[] = [],
  dataDir = mkdtempSync(join(tmpdir(), 'chartroom-e2e-')),
  { command, args, cwd, env } = fromSources,
): Promise<Running> => {
  const child = spawn(command, [...args, '--port', '0', '--data', dataDir, ...flags], {
    cwd,
    env: { ...env, TZ: 'UTC', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await lines(child)
  const address = said.match(/ is at (http:\/\/\S+?)\/?\s/)?.[1] ?? ''
  const link = said.match(/Log in once with (\S+)/)?.[1] ?? ''
  return {
    address,
    link,
    dataDir,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What it prints until it is ready. */
const lines = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += String(chunk)
      if (/Log in once with \S+\s/.test(text)) resolve(text)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${text}`)))
  })

/** Requests of a page that are under way, without those that last as long as it: the stream of changes and its worker. */
const underWay = new WeakMap<Page, Set<Request>>()

const watchRequests = (page: Page) => {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  const lasts = (request: Request) => request.resourceType() === 'eventsource' || request.url().includes('/changes-worker')
  page.on('request', (request) => !lasts(request) && requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

const quietMs = 500

/** Waits until the page has asked for nothing for a while. */
export const settled = async (page: Page): Promise<void> => {
  let quietSince = Date.now()
  await page.waitForLoadState('load')
  await expect
    .poll(
      () => {
        if ((underWay.get(page)?.size ?? 0) > 0) quietSince = Date.now()
        return Date.now() - quietSince
      },
      { intervals: [50], timeout: 60_000 },
    )
    .toBeGreaterThan(quietMs)
}

/** Tests over one server with the example data, signed in; a page that logs an error or breaks its content policy fails the test. */
export const test = base.extend<{ quiet: void }, { server: Running }>({
  server: [
    async ({ browser }, use) => {
      const server = await startServer()
      const page = await browser.newPage()
      await page.goto(server.link)
      await page.waitForURL((url) => !url.pathname.includes('login'))
      await page.request.get(`${server.address}/api/v1/me/`)
      state = await page.context().storageState()
      await examplesLoaded(page, server.address)
      await page.close()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  storageState: async ({ server }, use) => use(server.link ? state : undefined),
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = []
      watchRequests(page)
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
      })
      await use()
      if (faults.length) throw new Error(`The page said: ${faults.join('\n')}`)
    },
    { auto: true },
  ],
})

let state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>> | undefined

export const examplesLoaded = async (page: Page, address: string) => {
  for (let tries = 0; tries < 480; tries++) {
    const answer = await page.request.get(`${address}/api/v1/job/?kind=examples`)
    const { result } = (await answer.json()) as { result: { state: string }[] }
    if (result[0]?.state === 'done') return
    await page.waitForTimeout(250)
  }
  throw new Error('The examples were not loaded within 2 min')
}

export { expect }
