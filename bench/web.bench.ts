/** The front end in Chromium: what a page loads before any interaction, and when its charts are drawn. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { firstLoad, firstLoadGoals } from '../test/e2e/first-load.ts'
import { median, ms } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { afterPress, dashboardOf, drawPictures, examples, lastPixel, mainThread, onStage } from './browser.ts'
import type { Stage } from './browser.ts'
import { slowCharts } from './slow-charts.ts'

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`

const firstLoads: Bench = {
  name: 'first-load JavaScript',
  run: () =>
    onStage(async ({ server, fresh }) => {
      const weigh = async (address: string) => {
        const context = await fresh()
        const found = await firstLoad(await context.newPage(), address)
        await context.close()
        return found
      }
      const control = await weigh('/no/such/page/')
      const bar = (await examples(server)).find(({ viz_type }) => viz_type === 'echarts_timeseries_bar')
      const addresses: [kind: keyof typeof firstLoadGoals, address: string][] = [
        ['list', '/superset/welcome/'],
        ['list', '/chart/list/'],
        ['list', '/dashboard/list/'],
        ['dashboard', '/superset/dashboard/films/'],
        ['dashboard', '/superset/dashboard/flights/'],
        ['explore', `/explore/?slice_id=${bar?.id}`],
      ]
      const lines: Line[] = []
      for (const [kind, address] of addresses) {
        const { bytes, files } = await weigh(address)
        lines.push({
          what: `${address}, ${files} files, gzip`,
          subject: kilobytes(bytes),
          control: `${kilobytes(control.bytes)} page that is not there`,
          ratio: bytes / control.bytes,
          goal: `≤ ${kilobytes(firstLoadGoals[kind])}`,
          met: bytes <= firstLoadGoals[kind],
        })
      }
      return lines
    }),
}

const rounds = 5
/** Charts of the example dashboard `films` within the viewport. */
const filmCards = 8

/** ms until a browser that just opened and closed pages is idle. */
const restMs = 1_000

/** Runs a measurement in a new page. */
const inPage = async <T>(context: BrowserContext, work: (page: Page) => Promise<T>): Promise<T> => {
  const page = await context.newPage()
  await sleep(restMs)
  const found = await work(page)
  await page.close()
  return found
}

type Cost = { wall: number; cpu: number }

const costInPage = (context: BrowserContext, work: (page: Page) => Promise<number>): Promise<Cost> =>
  inPage(context, async (page) => {
    const used = await mainThread(page)
    return { wall: await work(page), cpu: await used() }
  })

const middle = (costs: Cost[]): Cost => ({ wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.map(({ cpu }) => cpu)) })
const costText = ({ wall, cpu }: Cost): string => `${ms(wall)} (cpu ${ms(cpu)})`

/** All rows of a dashboard of so many charts lie within this height. */
const heightOf = (charts: number): number => 400 + Math.ceil(charts / 4) * 340

/** Notes the frame after the first one in which so many charts show their picture, or are drawn. */
const watchShown = (count: number) => `
  const look = () => requestAnimationFrame(() => {
    const drawn = document.querySelectorAll('#first .first-picture, [data-status=done]').length
    if (drawn < ${count}) return look()
    requestAnimationFrame((now) => { window.allShownAt = now })
  })
  look()
`

const paint = (count: number, goalMs: number): Bench => ({
  name: `${count} cached charts`,
  run: () =>
    onStage(async ({ server, fresh }) => {
      const charts = (await examples(server)).slice(0, count)
      const full = `/superset/dashboard/${await dashboardOf(server, charts)}/`
      const empty = `/superset/dashboard/${await dashboardOf(server, [])}/`
      const open = async (page: Page) => {
        await page.setViewportSize({ width: 1440, height: heightOf(charts.length) })
        await page.addInitScript(watchShown(charts.length))
        await page.goto(full)
        return lastPixel(page, charts.length)
      }
      const shown: number[] = []
      const painted = async (page: Page) => {
        const last = await open(page)
        shown.push(await page.evaluate<number>('window.allShownAt'))
        return last
      }
      const shell = async (page: Page) => {
        await page.goto(empty)
        await page.getByText('There are no charts added to this dashboard').waitFor()
        return page.evaluate<number>('performance.now()')
      }
      const costs = { first: [] as Cost[], firstShell: [] as Cost[], again: [] as Cost[], againShell: [] as Cost[] }
      const warm = await fresh()
      for (const measure of [open, shell]) await inPage(warm, measure)
      await drawPictures(server, full, charts.length)
      for (let round = 0; round < rounds; round++) {
        for (const [list, measure] of [
          [costs.first, painted],
          [costs.firstShell, shell],
        ] as const) {
          const cold = await fresh()
          list.push(await costInPage(cold, measure))
          await cold.close()
        }
        costs.again.push(await costInPage(warm, painted))
        costs.againShell.push(await costInPage(warm, shell))
      }
      const line = (what: string, list: Cost[], controls: Cost[]): Line => {
        const [subject, control] = [middle(list), middle(controls)]
        return {
          what: `${charts.length} charts, ${what}: navigation to the last pixel`,
          subject: costText(subject),
          control: `${costText(control)} dashboard without charts`,
          ratio: subject.wall / control.wall,
          goal: `≤ ${goalMs} ms on an idle machine`,
          met: subject.wall <= goalMs,
        }
      }
      const [allShown, bare] = [median(shown), median(costs.againShell.map(({ wall }) => wall))]
      return [
        {
          what: `${charts.length} charts: navigation to the frame that shows them all`,
          subject: ms(allShown),
          control: `${ms(bare)} dashboard without charts`,
          ratio: allShown / bare,
          goal: `≤ ${goalMs} ms on an idle machine`,
          met: allShown <= goalMs,
        },
        line('a browser that has been here', costs.again, costs.againShell),
        line('a browser without a cache', costs.first, costs.firstShell),
      ]
    }),
})

/** The time from a click to the last pixel, with answers that are new and with those that the browser has. */
const changeLines = (what: string, changes: { total: number; queries: number }[], again: number[]): Line[] => {
  const [fresh, cached] = [median(changes.map(({ total }) => total)), median(again)]
  const queries = ms(median(changes.map((change) => change.queries)))
  return [
    {
      what: `${what}, new (${queries} of it the queries)`,
      subject: ms(fresh),
      control: `${ms(cached)} taken back, from memory`,
      ratio: fresh / cached,
      goal: '≤ 600 ms on an idle machine',
      met: fresh <= 600,
    },
    {
      what: `${what}, cached`,
      subject: ms(cached),
      control: `${ms(fresh)} new`,
      ratio: cached / fresh,
      goal: '≤ 250 ms on an idle machine',
      met: cached <= 250,
    },
  ]
}

/** Clicks the right side of a donut chart. */
const pressRing = async (page: Page, title: string) => {
  const box = await page.getByRole('article', { name: title }).locator('canvas').first().boundingBox()
  if (!box) throw new Error(`No picture of ${title}`)
  await page.mouse.click(box.x + box.width / 2 + box.height * 0.31, box.y + box.height / 2)
}

const filterChange = async ({ fresh }: Stage): Promise<Line[]> => {
  const context = await fresh()
  const changes: { total: number; queries: number }[] = []
  const control: number[] = []
  for (let round = 0; round < rounds; round++)
    await inPage(context, async (page) => {
      await page.goto('/superset/dashboard/films/')
      await lastPixel(page, filmCards)
      const press = () => pressRing(page, 'PG-13 earns nearly half of the money')
      changes.push(await afterPress(page, press, filmCards))
      control.push((await afterPress(page, press, filmCards)).total)
    })
  await context.close()
  return changeLines('a cross-filter on eight cards', changes, control)
}

const connections: Bench = {
  name: 'calls beside slow charts',
  run: () =>
    onStage(async ({ server, fresh }) => {
      const twelve = (await examples(server)).slice(0, 12)
      const full = await dashboardOf(server, twelve)
      const empty = await dashboardOf(server, [])
      const slow = await slowCharts(server.base, 3_000)
      const context = await fresh()
      const call = (dashboard: number) =>
        inPage(context, async (page) => {
          const asked = dashboard === full ? page.waitForRequest(/chart\/data/) : Promise.resolve()
          await page.goto(`${slow.base}/superset/dashboard/${dashboard}/`)
          await asked
          await page.waitForTimeout(500)
          return page.evaluate<number>(
            `(async () => { const began = performance.now(); await (await fetch('/api/v1/me/')).text(); return performance.now() - began })()`,
          )
        })
      const times = { subject: [] as number[], control: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        times.subject.push(await call(full))
        times.control.push(await call(empty))
      }
      await context.close()
      slow.close()
      const [subject, control] = [median(times.subject), median(times.control)]
      return [
        {
          what: 'a small call while twelve charts wait 3 s each',
          subject: ms(subject),
          control: `${ms(control)} dashboard without charts`,
          ratio: subject / control,
          goal: '≤ 500 ms: it waits for no chart',
          met: subject <= 500,
        },
      ]
    }),
}

const change: Bench = {
  name: 'change to the last pixel',
  run: () => onStage(filterChange),
}

export const benches: Bench[] = [firstLoads, paint(12, 600), paint(30, 1200), change, connections]
