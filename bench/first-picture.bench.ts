/** A dashboard opened by a browser without a cache: when its first pictures are painted, and when its charts are done. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { median, ms } from './bench.ts'
import type { Bench } from './bench.ts'
import { dashboardOf, drawPictures, lastPixel, onStage } from './browser.ts'
import type { Stage } from './browser.ts'

const address = '/superset/dashboard/films/'
/** Charts of the dashboard within the viewport. */
const cards = 8
const rounds = 9
/** Nothing is asked of a page before this time: the script that Playwright puts into it for that would take its main thread as it loads. */
const loadingMs = 2000

/** Serves a page with one word and nothing else. For its isolation, which our pages have too, the browser starts a process of its own. */
const serveEmptyPage = async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').setHeader('cross-origin-opener-policy', 'same-origin')
    response.end('<!doctype html><title>Empty</title><p>Empty')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

/** ms from the navigation to the first frame with a picture, or to the first frame with anything where no picture comes. */
const firstPaint = async (page: Page): Promise<number> => {
  await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`)
  return page.evaluate<number>(`Math.max(performance.getEntriesByName('first-contentful-paint')[0].startTime, window.firstPictureAt ?? 0)`)
}

/** Notes the frame after the one before which a picture was there: by then it is painted. */
const watchPictures = `
  const look = () => requestAnimationFrame(() => {
    if (!document.querySelector('#first .first-picture')) return look()
    requestAnimationFrame((now) => { window.firstPictureAt = now })
  })
  look()
`

type Opened = { painted: number; done: number }

const openCold = async ({ fresh }: Stage, url: string, count = 0): Promise<Opened> => {
  const context = await fresh()
  await context.addInitScript(watchPictures)
  const page = await context.newPage()
  await sleep(500)
  await page.goto(url, { waitUntil: 'commit' })
  await sleep(loadingMs)
  const painted = await firstPaint(page)
  const done = count ? await lastPixel(page, count) : painted
  await context.close()
  return { painted, done }
}

const firstPictures: Bench = {
  name: 'first pictures of a dashboard',
  run: () =>
    onStage((subject) =>
      onStage(
        async (control) => {
          const empty = await serveEmptyPage()
          await openCold(subject, address, cards)
          await drawPictures(subject.server, address, cards)
          await openCold(control, address, cards)
          const bare = `/superset/dashboard/${await dashboardOf(subject.server, [])}/`
          await openCold(subject, bare)
          const found = { pictures: [] as Opened[], plain: [] as Opened[], empty: [] as Opened[], bare: [] as Opened[] }
          for (let round = 0; round < rounds; round++) {
            found.empty.push(await openCold(subject, empty.url))
            found.bare.push(await openCold(subject, bare))
            found.pictures.push(await openCold(subject, address, cards))
            found.plain.push(await openCold(control, address, cards))
          }
          empty.stop()
          const middle = (list: Opened[], key: keyof Opened) => median(list.map((opened) => opened[key]))
          /** Rounds are compared one by one: the load of the machine changes between them. */
          const ratio = (mine: Opened[], others: Opened[], key: keyof Opened) =>
            median(mine.map((opened, i) => opened[key] / (others[i]?.[key] ?? NaN)))
          const painted = ratio(found.pictures, found.empty, 'painted')
          const done = ratio(found.pictures, found.plain, 'done')
          return [
            {
              what: 'navigation to the first pictures',
              subject: ms(middle(found.pictures, 'painted')),
              control: `${ms(middle(found.empty, 'painted'))} page with one word`,
              ratio: painted,
              goal: '≤ 1.2 ×',
              met: painted <= 1.2,
            },
            {
              what: 'navigation to the first pictures',
              subject: ms(middle(found.pictures, 'painted')),
              control: `${ms(middle(found.bare, 'painted'))} first paint of a dashboard without charts`,
              ratio: ratio(found.pictures, found.bare, 'painted'),
              goal: '',
            },
            {
              what: 'navigation to the first paint',
              subject: ms(middle(found.pictures, 'painted')),
              control: `${ms(middle(found.plain, 'painted'))} without first pictures`,
              ratio: ratio(found.pictures, found.plain, 'painted'),
              goal: '',
            },
            {
              what: 'navigation to the last pixel of the charts',
              subject: ms(middle(found.pictures, 'done')),
              control: `${ms(middle(found.plain, 'done'))} without first pictures`,
              ratio: done,
              goal: '≤ 1.05 ×: it does not grow',
              met: done <= 1.05,
            },
          ]
        },
        ['--no-first-pictures'],
      ),
    ),
}

export const benches: Bench[] = [firstPictures]
