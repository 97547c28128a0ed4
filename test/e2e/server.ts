import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  expect,
  request as api,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test'

const root = join(import.meta.dirname, '../..')

export type Running = {
  address: string
  link: string
  dataDir: string
  stop(options?: { keepsData: boolean; signal?: NodeJS.Signals }): Promise<void>
}

type Program = { command: string; args: string[]; cwd: string; env: NodeJS.ProcessEnv }

/** The server of a release, bundled once for the whole run (`global-setup.ts`): from its sources it starts in twice the processor time. */
export const bundleFolder = join(root, '.cache/journeys')

const ofRun = (script: string): Program => ({ command: join(root, 'node_modules/.bin/node'), args: [script], cwd: root, env: process.env })

export const fromSources = ofRun('src/server/main.ts')
const bundled = ofRun(join(bundleFolder, 'dist/server/main.js'))

/** Starts the built program as a person would, over a fresh data directory, and waits for its one-time link. */
export const startServer = async (
  flags: string[] = [],
  dataDir = mkdtempSync(join(tmpdir(), 'chartroom-e2e-')),
  { command, args, cwd, env } = bundled,
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
    stop: async ({ keepsData, signal = 'SIGTERM' } = { keepsData: false }) => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await ended
      if (!keepsData) rmSync(dataDir, { recursive: true, force: true })
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
  await page.waitForLoadState('load')
  // A page with a first picture loads its code after that, and draws itself in its place.
  await page.locator('#after-first-frame, #first').first().waitFor({ state: 'detached' })
  let quietSince = Date.now()
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

/** A data directory with the example data and a signed-in session, made once for the whole run (`global-setup.ts`). */
export const template = { dataDir: () => requireSetting('E2E_DATA'), sessionFile: () => requireSetting('E2E_SESSION') }

const requireSetting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is set by the global setup`)
  return value
}

/** Has the query host started: the first form of a dataset is chosen by a query with a short time limit. */
const warmUp = async ({ address }: Running) => {
  const client = await api.newContext({ baseURL: address, storageState: template.sessionFile(), timeout: 120_000 })
  const answer = await client.get('/api/v1/chart/1/data/')
  expect(answer.status(), await answer.text()).toBe(200)
  await client.dispose()
}

/** Reports to the test what a page or a frame does against its content policy. */
const tellViolations = `document.addEventListener('securitypolicyviolation', (violation) =>
  reportViolation([violation.violatedDirective, violation.blockedURI, violation.sourceFile, violation.lineNumber, violation.sample].join(' ')))`

/** Adds what any page or frame of the context does against its content policy to the faults. */
const reportViolations = async (context: BrowserContext, faults: string[]) => {
  await context.exposeFunction('reportViolation', (violation: string) => faults.push(`content policy: ${violation}`))
  await context.addInitScript({ content: tellViolations })
}

type FileServer = { file: string; running: Running }

/** Gives each spec file a server of its own, so that no file depends on what another one left behind. */
type Servers = { startFor(file: string): Promise<Running> }

/**
 * Tests over a server with the example data, signed in. A page that logs an error or breaks its content policy fails the test.
 */
export const test = base.extend<{ quiet: void; server: Running }, { servers: Servers }>({
  servers: [
    async ({}, use) => {
      let current: FileServer | undefined
      await use({
        startFor: async (file) => {
          if (current?.file === file) return current.running
          await current?.running.stop()
          current = undefined
          const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-e2e-'))
          cpSync(template.dataDir(), dataDir, { recursive: true })
          current = { file, running: await startServer([], dataDir) }
          await warmUp(current.running)
          return current.running
        },
      })
      await current?.running.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  server: async ({ servers }, use, { file }) => use(await servers.startFor(file)),
  baseURL: async ({ server }, use) => use(server.address),
  storageState: async ({ server }, use) => use(server.link ? template.sessionFile() : undefined),
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = []
      watchRequests(page)
      page.on('pageerror', (error) => faults.push(String(error)))
      await reportViolations(page.context(), faults)
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
      })
      await use()
      if (faults.length) throw new Error(`The page said: ${faults.join('\n')}`)
    },
    { auto: true },
  ],
})

/** Waits until the example data are there. */
export const examplesLoaded = async ({ request }: { request: APIRequestContext }, address: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        const answer = await request.get(`${address}/api/v1/job/?kind=examples`)
        const { result } = (await answer.json()) as { result: { state: string }[] }
        return result[0]?.state
      },
      { intervals: [250], timeout: 120_000 },
    )
    .toBe('done')
}

export { expect }
