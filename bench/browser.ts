/** Chromium in front of a server with the examples and a dashboard of twelve charts, and the time of the last pixel. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { findBrowser } from '../test/e2e/find-browser.ts'
import { median, ms, percentile, type Line } from './bench.ts'
import { examplesLoaded, withServer } from './server.ts'
import type { Server } from './server.ts'

const executablePath = findBrowser()

export type Stage = { server: Server; /** A browser that has loaded nothing yet. */ fresh: () => Promise<BrowserContext> }

export const onStage = <T>(work: (stage: Stage) => Promise<T>, flags: string[] = []): Promise<T> =>
  withServer(async (server) => {
    if (!existsSync(join(import.meta.dirname, '../dist/web/index.html'))) throw new Error('The web is not built: npm run build')
    await examplesLoaded(server)
    const browser: Browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      chromiumSandbox: false,
      args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
    })
    const fresh = async () => {
      const context = await browser.newContext({
        baseURL: server.base,
        bypassCSP: true,
        viewport: { width: 1440, height: 1200 },
        extraHTTPHeaders: { authorization: `Bearer ${server.token}` },
      })
      await context.addInitScript(watchPixels)
      return context
    }
    try {
      return await work({ server, fresh })
    } finally {
      await browser.close()
    }
  }, flags)

/** Records as `lastPixel` when a canvas or picture last changed, in ms since navigation. */
const watchPixels = `
  window.lastPixel = 0
  const drew = () => { window.lastPixel = performance.now() }
  for (const name of ['fill', 'stroke', 'fillText', 'fillRect', 'clearRect', 'drawImage']) {
    const plain = CanvasRenderingContext2D.prototype[name]
    CanvasRenderingContext2D.prototype[name] = function (...values) { drew(); return plain.apply(this, values) }
  }
  const pictures = new MutationObserver((changes) => {
    if (changes.some(({ target }) => (target.closest ?? (() => null)).call(target, '[data-status]'))) drew()
  })
  // Watching the document while it is parsed would delay its first paint.
  new PerformanceObserver(() => pictures.observe(document, { subtree: true, childList: true, characterData: true })).observe({ type: 'paint' })
  addEventListener('pointerdown', () => { window.pressedAt = performance.now() }, true)
`

const pictures = `[...document.querySelectorAll('[data-status]')].filter((frame) => frame.dataset.status === 'done' && frame.querySelector('canvas, svg, table'))`

/** When the last of so many pictures stopped changing, in ms since navigation. */
export const lastPixel = async (page: Page, count: number): Promise<number> => {
  await page.waitForFunction(
    `${pictures}.length >= ${count} && !document.querySelector('[data-status=loading]') && performance.now() - window.lastPixel > 400`,
    null,
    { polling: 200, timeout: 120_000 },
  )
  return page.evaluate<number>('window.lastPixel')
}

/** ms from a click to the last pixel, and the part of it spent waiting for chart data. */
export const afterPress = async (page: Page, press: () => Promise<void>, count: number): Promise<{ total: number; queries: number }> => {
  await page.evaluate('performance.clearResourceTimings()')
  await press()
  await page.waitForFunction('window.lastPixel > window.pressedAt', null, { polling: 50, timeout: 120_000 })
  const last = await lastPixel(page, count)
  return page.evaluate<{ total: number; queries: number }>(`(() => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/v1/chart/data'))
    return { total: ${last} - window.pressedAt, queries: Math.max(0, ...asked.map(({ responseEnd, startTime }) => responseEnd - startTime)) }
  })()`)
}

/** Intervals between frames while something happens, ms. */
export const framesDuring = async (page: Page, work: () => Promise<void>): Promise<number[]> => {
  await page.evaluate(`window.frames60 = []; window.isCounting = true
    const count = (before) => requestAnimationFrame((now) => { window.frames60.push(now - before); if (window.isCounting) count(now) })
    count(performance.now())`)
  await work()
  return page.evaluate<number[]>('(window.isCounting = false, window.frames60.slice(1))')
}

const controlRows = 2000

/** A page without a program that shows cells of the size and letters of a grid's, all of them in its document: what the browser itself scrolls. */
const plainCopyOf = async (subject: Page, grid: string, columnCount: number): Promise<Page> => {
  const { font, cell, view } = await subject.evaluate<{ font: string; cell: string; view: string }>(`(() => {
    const grid = document.querySelector(${JSON.stringify(grid)})
    const cell = grid.querySelector('[role=gridcell], [role=cell], td')
    const scrolls = (box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible'
    let scroller = grid
    while (scroller.parentElement && !scrolls(scroller)) scroller = scroller.parentElement
    const sizeOf = ({ clientWidth, clientHeight }) => 'width: ' + clientWidth + 'px; height: ' + clientHeight + 'px;'
    return { font: getComputedStyle(cell).font, cell: sizeOf(cell), view: sizeOf(scroller) }
  })()`)
  const styles = `
    main { ${view} overflow: auto; font: ${font}; }
    div { display: flex; width: max-content; border-bottom: 1px solid #ddd; }
    span { ${cell} box-sizing: border-box; padding: 0 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }`
  const rows = Array.from({ length: controlRows }, (_, row) => {
    const cells = Array.from({ length: columnCount }, (__, column) => `<span>text ${row + column}</span>`)
    return `<div>${cells.join('')}</div>`
  })
  const page = await subject.context().newPage()
  await page.setContent(`<style>${styles}</style><main>${rows.join('')}</main>`)
  await page.waitForTimeout(2000)
  return page
}

export type Way = 'down' | 'across'

const framesOfScrolling = async (page: Page, scroller: string, way: Way): Promise<number[]> => {
  await page.bringToFront()
  await page.locator(scroller).hover()
  return framesDuring(page, async () => {
    if (way === 'down') for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 700)
    else for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(turn < 30 ? 200 : -200, 0)
  })
}

/** How a grid (a selector) scrolls, beside a plain copy of it. */
export const scrollingLine = async (page: Page, grid: string, columnCount: number, way: Way): Promise<Line> => {
  const moving = await framesOfScrolling(page, grid, way)
  const copy = await plainCopyOf(page, grid, columnCount)
  const plain = await framesOfScrolling(copy, 'main', way)
  const still = await framesDuring(copy, () => copy.waitForTimeout(1500))
  await copy.close()
  const [subject, control] = [percentile(moving, 0.95), percentile(still, 0.95)]
  return {
    what: `${grid} scrolls ${way}: between two frames, p95 (p50 ${ms(median(moving))})`,
    subject: ms(subject),
    control: `${ms(control)} standing still; ${ms(percentile(plain, 0.95))} a plain page of ${controlRows} rows scrolled alike`,
    ratio: subject / control,
    goal: '60 a second: ≤ 1.1 × standing still',
    met: subject <= control * 1.1,
  }
}

/** CPU time of the page's main thread so far, in ms, which other processes hardly affect. */
export const mainThread = async (page: Page): Promise<() => Promise<number>> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
}

type Listed = { id: number; slice_name: string; viz_type: string }

export const examples = async ({ ask }: Server): Promise<Listed[]> =>
  (JSON.parse((await ask('/api/v1/chart/?q=(page_size:100)')).text) as { result: Listed[] }).result

/** A dashboard of these charts, four per row, all within the viewport. */
export const dashboardOf = async ({ ask }: Server, charts: Listed[]): Promise<number> => {
  const rows = Array.from({ length: Math.ceil(charts.length / 4) }, (_, i) => charts.slice(i * 4, i * 4 + 4))
  const row = (i: number) => ({
    type: 'ROW',
    id: `ROW-${i}`,
    parents: ['ROOT_ID', 'GRID_ID'],
    meta: { background: 'BACKGROUND_TRANSPARENT' },
  })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, i) => `ROW-${i}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(rows.map((cells, i) => [`ROW-${i}`, { ...row(i), children: cells.map(({ id }) => `CHART-${id}`) }])),
    ...Object.fromEntries(
      rows.flatMap((cells, i) =>
        cells.map(({ id, slice_name }) => [
          `CHART-${id}`,
          {
            type: 'CHART',
            id: `CHART-${id}`,
            children: [],
            parents: ['ROOT_ID', 'GRID_ID', `ROW-${i}`],
            meta: { width: 3, height: 40, chartId: id, sliceName: slice_name },
          },
        ]),
      ),
    ),
  }
  const made = await ask('/api/v1/dashboard/', { method: 'POST', body: JSON.stringify({ dashboard_title: `${charts.length} charts` }) })
  const { id } = JSON.parse(made.text) as { id: number }
  await ask(`/api/v1/dashboard/${id}`, { method: 'PUT', body: JSON.stringify({ json_metadata: JSON.stringify({ positions }) }) })
  return id
}

const maxDrawingSeconds = 30

/** Waits until the server has drawn the pictures of a dashboard that was opened. */
export const drawPictures = async ({ ask }: Server, address: string, charts: number): Promise<void> => {
  const count = async () => (await ask(address)).text.match(/class="first-picture"/g)?.length ?? 0
  for (let waited = 0; waited < maxDrawingSeconds * 2 && (await count()) < charts; waited++) await sleep(500)
}
