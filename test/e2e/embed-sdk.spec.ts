import { chromium, type FrameLocator, type Page } from '@playwright/test'
import { build } from 'vite'
import { allTypes, makeDashboard } from './filtered-dashboard.ts'
import { asAdmin, embedByOwn, eventsOf, startHostPage, type HostPage } from './host-page.ts'
import { expect, test } from './server.ts'

/** Our SDK on a site of somebody else, in a browser that blocks the cookies of third parties and knows nobody. */
type Ground = { dashboard: number; charts: Record<string, number>; uuid: string }

const prepare = async (page: Page, slug: string): Promise<Ground> => {
  await page.goto('/superset/welcome/')
  const dashboard = await makeDashboard(page, slug, allTypes)
  const { send } = asAdmin(page)
  const { result } = (await send('GET', `/api/v1/dashboard/${dashboard}/charts`)) as { result: { id: number; slice_name: string }[] }
  const made = (await send('POST', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })) as { result: { uuid: string } }
  return { dashboard, charts: Object.fromEntries(result.map(({ id, slice_name }) => [slice_name, id])), uuid: made.result.uuid }
}

const granted = async (page: Page, uuid: string): Promise<string> => {
  const body = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id: uuid }], rls: [] }
  return ((await asAdmin(page).send('POST', '/api/v1/security/guest_token/', body)) as { token: string }).token
}

/** A page of the site in a browser of its own. */
const visit = async <T>(host: HostPage, walk: (site: Page) => Promise<T>): Promise<T> => {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {}
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    chromiumSandbox: false,
    args: [...(args ?? []), '--test-third-party-cookie-phaseout'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' })
    const site = await context.newPage()
    await site.goto(host.origin)
    return await walk(site)
  } finally {
    await browser.close()
    host.stop()
  }
}

type Handle = Record<string, (argument?: unknown) => Promise<unknown>>

const ask = (site: Page, method: string, argument?: unknown) =>
  site.evaluate(([name, given]) => (window as unknown as { embedded: Handle }).embedded[name as string]?.(given), [
    method,
    argument,
  ] as const)

const frameOf = (site: Page): FrameLocator => site.frameLocator('#mount iframe')
const heightOf = (site: Page) => site.locator('#mount iframe').evaluate((frame) => frame.getBoundingClientRect().height)

test('one chart: loaded, filtered from the page around, in its colours and language, as high as its content, without cookies', async ({
  page,
  baseURL,
}) => {
  const { charts, uuid } = await prepare(page, 'sdk-chart')
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid) })
  await visit(host, async (site) => {
    const cookies: string[] = []
    site.on('request', (request) => {
      if (request.headers()['cookie'] !== undefined) cookies.push(request.url())
    })
    await embedByOwn(site, {
      id: uuid,
      chart: charts['Films'],
      language: 'de',
      theme: { token: { colorPrimary: '#AA0066' }, algorithm: 'dark' },
      filters: { Genre: ['Drama'] },
    })
    const frame = frameOf(site)
    await expect.poll(() => eventsOf(site, 'load')).toEqual([{ charts: 1, failed: 0 }])
    await expect(frame.getByRole('article')).toHaveCount(1)
    await expect(frame.getByRole('complementary')).toHaveCount(0)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)
    await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
    const accent = () => frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').trim())
    await expect.poll(accent).toBe('#AA0066')
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')

    const figure = frame.getByRole('article').locator('[data-status=done]')
    await expect.poll(() => eventsOf(site, 'filter').then((events) => JSON.stringify(events))).toContain('Drama')
    const drama = await figure.textContent()
    await ask(site, 'setFilters', { Genre: ['Comedy'] })
    await expect.poll(() => figure.textContent()).not.toBe(drama)
    expect(JSON.stringify(await eventsOf(site, 'filter'))).toContain('Comedy')

    const needed = ((await ask(site, 'getSize')) as { height: number }).height
    await expect.poll(async () => Math.abs((await heightOf(site)) - needed)).toBeLessThan(2)
    expect(needed).toBeLessThan(500)
    expect(cookies).toEqual([])
  })
})

test('a clicked mark, and then its release, are told to the page around', async ({ page, baseURL }) => {
  const { charts, uuid } = await prepare(page, 'sdk-mark')
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid) })
  await visit(host, async (site) => {
    await embedByOwn(site, { id: uuid, chart: charts['Six studios share the market'] })
    await expect.poll(() => eventsOf(site, 'load')).toHaveLength(1)
    const canvas = frameOf(site).getByRole('article').locator('canvas')
    await expect(frameOf(site).getByRole('article').locator('[data-status=done]')).toBeVisible()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The chart is not drawn')
    await site.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.55)
    await expect.poll(() => eventsOf(site, 'mark')).toHaveLength(1)
    const [mark] = await eventsOf(site, 'mark')
    expect(mark).toMatchObject({ chartId: charts['Six studios share the market'], value: [expect.anything()] })
    await site.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.55)
    await expect.poll(() => eventsOf(site, 'mark').then((events) => events.at(-1))).toMatchObject({ value: null })
  })
})

test('what fails is told: a chart that is not on the dashboard, a token of another installation', async ({ page, baseURL }) => {
  const { uuid } = await prepare(page, 'sdk-error')
  const tokens = [() => granted(page, uuid), async () => 'a.b.c']
  const host = await startHostPage({
    product: String(baseURL),
    token: () => (tokens.length > 1 ? tokens.shift() : tokens[0])?.() ?? Promise.resolve(''),
  })
  await visit(host, async (site) => {
    await embedByOwn(site, { id: uuid, chart: 999_999 })
    await expect.poll(() => eventsOf(site, 'error')).toEqual([{ message: 'The dashboard has no chart 999999.', status: 404 }])
    await ask(site, 'remove')
    await embedByOwn(site, { id: uuid })
    await expect.poll(() => eventsOf(site, 'error').then(([first]) => first)).toMatchObject({ status: 401 })
  })
})

test('a token is replaced before it ends, and the chart goes on', async ({ page, baseURL }) => {
  const { charts, uuid } = await prepare(page, 'sdk-token')
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid) })
  await visit(host, async (site) => {
    await site.clock.install()
    await embedByOwn(site, { id: uuid, chart: charts['Films'] })
    await expect.poll(() => eventsOf(site, 'load')).toHaveLength(1)
    expect(host.grants()).toBe(1)
    await site.clock.fastForward(240_000)
    expect(host.grants()).toBe(1)
    await site.clock.fastForward(55_000)
    await expect.poll(host.grants).toBe(2)
    await ask(site, 'setFilters', { Genre: ['Comedy'] })
    await expect(frameOf(site).getByRole('article').locator('[data-status=done]')).toBeVisible()
    expect(await eventsOf(site, 'error')).toEqual([])
  })
})

test('the React component embeds, follows its properties, and leaves nothing behind', async ({ page, baseURL }) => {
  const { charts, uuid } = await prepare(page, 'sdk-react')
  const source = `
    import { createElement, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Dashboard } from '/sdk/react.js'
    const getToken = async () => (await fetch('/token')).text()
    const App = () => {
      const [state, setState] = useState({ isShown: true, mode: 'default', filters: { Genre: ['Drama'] } })
      window.setState = setState
      return state.isShown ? createElement(Dashboard, { ...state, ...window.given, getToken, onFilterChange: (event) => window.events.push(event) }) : null
    }
    window.events = []
    window.start = (given) => {
      window.given = given
      createRoot(document.querySelector('#mount')).render(createElement(App))
    }`
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid), script: await bundled(source) })
  await visit(host, async (site) => {
    await site.evaluate((given) => (window as unknown as { start(given: object): void }).start(given), {
      url: String(baseURL),
      id: uuid,
      chart: charts['Films'],
    })
    const frame = frameOf(site)
    const figure = frame.getByRole('article').locator('[data-status=done]')
    const told = () => site.evaluate(() => JSON.stringify((window as unknown as { events: unknown[] }).events))
    await expect.poll(told).toContain('Drama')
    await expect(figure).toBeVisible()
    const set = (patch: object) =>
      site.evaluate(
        (change) => (window as unknown as { setState(by: (old: object) => object): void }).setState((old) => ({ ...old, ...change })),
        patch,
      )
    await set({ filters: { Genre: ['Comedy'] } })
    await expect.poll(told).toContain('Comedy')
    await set({ mode: 'dark' })
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(host.grants()).toBe(1)
    await set({ isShown: false })
    await expect(site.locator('iframe')).toHaveCount(0)
  })
})

/** A script for a browser, as the bundler of a site would make it. */
const bundled = async (source: string): Promise<string> => {
  const root = new URL('../..', import.meta.url).pathname
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : id.startsWith('/sdk/') ? `${root}${id.slice(1)}` : null),
        load: (id) => (id === '\0entry' ? source : null),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: 'entry', output: { format: 'iife' } } },
  })
  const [bundle] = [output].flat()
  const [chunk] = bundle && 'output' in bundle ? bundle.output : []
  if (chunk?.type !== 'chunk') throw new Error('Nothing was bundled')
  return chunk.code
}
