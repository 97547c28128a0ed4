import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

const address = '/superset/dashboard/films/'

/** The HTML of a page as its browser gets it; the width is what Chromium sends with each request but the first. */
const htmlOf = async (page: Page, url: string) => {
  const width = String(page.viewportSize()?.width)
  return (await page.request.get(url, { headers: { accept: 'text/html', 'sec-ch-viewport-width': width } })).text()
}

/** Opens a dashboard, and waits until the server has drawn the pictures of the cards in view. */
const haveDrawn = async (page: Page, url = address) => {
  const count = async () => (await htmlOf(page, url)).match(/class="first-picture"/g)?.length ?? 0
  let cards = 0
  // What a busy server could not draw after one visit it draws after the next.
  await expect(async () => {
    await page.goto(url)
    await settled(page)
    cards = await page.locator('[data-status=done]').count()
    expect(cards).toBeGreaterThan(0)
    await expect.poll(count, { timeout: 15_000 }).toBeGreaterThanOrEqual(cards)
  }).toPass({ timeout: 90_000 })
  return cards
}

/** Another browser of the same person. */
const newBrowser = async (browser: Browser, page: Page, baseURL: string | undefined, options: BrowserContextOptions = {}) => {
  const storageState = await page.context().storageState()
  const viewport = page.viewportSize()
  const context = await browser.newContext({ storageState, viewport, ...(baseURL && { baseURL }), ...options })
  return context.newPage()
}

type Box = { id: string; x: number; y: number; width: number; height: number }

const cardBoxes = `[...document.querySelectorAll('[data-kind=CHART]')].map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect()
  return { id: card.id, x, y, width, height }
})`

const frameBoxes = `[...document.querySelectorAll('#first .first-picture')].map((picture) => {
  const { x, y, width, height } = picture.closest('.card').getBoundingClientRect()
  return { id: picture.id.replace('first-', ''), x, y, width, height }
})`

const phone = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

for (const { viewport, ...agent } of [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 390, height: 844 }, userAgent: phone },
])
  test(`without JavaScript the pictures stand where the charts will be, ${viewport.width} px wide`, async ({ page, browser, baseURL }) => {
    await page.setViewportSize(viewport)
    await haveDrawn(page)
    const live = await page.evaluate<Box[]>(cardBoxes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const plain = await newBrowser(browser, page, baseURL, { javaScriptEnabled: false, colorScheme, viewport, ...agent })
      await plain.goto(address)
      const pictures = plain.locator('.first-picture')
      const marks = await pictures.locator('path, rect, text').count()
      expect(marks).toBeGreaterThan(20)
      await expect(pictures.getByText('3,177')).toBeVisible()
      const [ink, ground] = await pictures
        .getByText('3,177')
        .evaluate((text) => [getComputedStyle(text).fill, getComputedStyle(text.closest('.card') ?? text).backgroundColor])
      expect(ink !== ground && (colorScheme === 'dark') === /\((2\d\d|1[5-9]\d)/.test(ink ?? ''), `${ink} on ${ground}`).toBe(true)
      for (const frame of await plain.evaluate<Box[]>(frameBoxes)) {
        const card = live.find(({ id }) => id === frame.id)
        for (const side of ['x', 'y', 'width', 'height'] as const)
          expect(Math.abs((card?.[side] ?? Number.NaN) - frame[side]), `${side} of ${frame.id}`).toBeLessThanOrEqual(1)
      }
      await plain.context().close()
    }
  })

type Place = { left: number; right: number; middle: number }

/** Where words are drawn in elements. */
const placesIn = (page: Page, elements: string): Promise<Record<string, Place>> =>
  page.locator(elements).evaluateAll((all) =>
    Object.fromEntries(
      all.map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return [element.textContent, { left, right, middle: (top + bottom) / 2 }]
      }),
    ),
  )

/** Words of a table, and the side at which they begin; where they end depends on the font, which may come later than a picture. */
const tables = [
  {
    viewport: { width: 1440, height: 1200 },
    words: { Title: 'left', Distributor: 'left', IMDb: 'right', Avatar: 'left', '$2.77B': 'right' },
  },
  // Too narrow for the columns: the table scrolls sideways.
  {
    viewport: { width: 390, height: 3000 },
    userAgent: phone,
    words: { Title: 'left', Distributor: 'left', Avatar: 'left', Titanic: 'left' },
  },
] as const

for (const { viewport, words, ...agent } of tables)
  test(`the words of a table stand where those of the live table will be, ${viewport.width} px wide`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize(viewport)
    await haveDrawn(page)
    for (const [word, digits] of [
      ['Avatar', 'normal'],
      ['$2.77B', 'tabular-nums'],
    ] as const)
      await expect(page.getByRole('cell', { name: word, exact: true }).first()).toHaveCSS('font-variant-numeric', digits)
    const live = await placesIn(page, '[role=columnheader] span, [role=cell], [role=cell] span')
    const plain = await newBrowser(browser, page, baseURL, { javaScriptEnabled: false, ...agent })
    await plain.goto(address)
    const drawn = await placesIn(plain, '.card.table .first-picture text')
    for (const [word, side] of Object.entries(words))
      for (const at of [side, 'middle'] as const)
        expect(Math.abs((live[word]?.[at] ?? Number.NaN) - (drawn[word]?.[at] ?? Number.NaN)), `${at} of ${word}`).toBeLessThanOrEqual(2)
    await plain.context().close()
  })

test('titles are as wide as those of the live cards, also of narrow ones', async ({ page, browser, baseURL }) => {
  const widthsOf = (of: Page, selector: string) =>
    of.locator(selector).evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().width)))
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 1400 })
    await haveDrawn(page)
    const plain = await newBrowser(browser, page, baseURL, { javaScriptEnabled: false })
    await plain.goto(address)
    const live = await widthsOf(page, '[data-kind=CHART] article > header > div:first-child')
    expect(live.some((title) => title < 200)).toBe(width === 768)
    expect(await widthsOf(plain, '#first .name')).toEqual(live)
    await plain.context().close()
  }
})

/** Notes in every frame what is in each card, and how far the page shifted. */
const watchCards = `
  window.seen = { shift: 0, blank: [], double: [], left: 0 }
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  const had = new Set()
  const look = () => {
    for (const body of document.querySelectorAll('[data-picture], #first .body')) {
      const picture = body.querySelector('.first-picture')
      const id = body.dataset.picture ?? picture?.id.replace('first-', '')
      if (!id || (body.closest('#first') && getComputedStyle(document.getElementById('first')).display === 'none')) continue
      const isLive = body.querySelector('[data-status] > div :not(div, span)') !== null
      if (picture) had.add(id)
      if (picture && isLive) window.seen.double.push(id)
      if (!picture && !isLive && had.has(id) && body.dataset.picture) window.seen.blank.push(id)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

type Seen = { shift: number; blank: string[]; double: string[] }

test('the live charts take the place of the pictures without a shift or a gap, and nothing is left of them', async ({
  page,
  browser,
  baseURL,
}) => {
  const cards = await haveDrawn(page)
  const cold = await newBrowser(browser, page, baseURL)
  await cold.addInitScript(watchCards)
  const faults: string[] = []
  cold.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await cold.goto(address)
  const hidden = await cold
    .locator('#first, .first-picture')
    .evaluateAll((all) => all.filter((one) => one.closest('[aria-hidden=true]') === null).length)
  expect(hidden).toBe(0)
  await expect(cold.locator('[data-status=done]')).toHaveCount(cards)
  await expect(cold.locator('#first, .first-picture')).toHaveCount(0)
  expect(await cold.evaluate<Seen>('window.seen')).toMatchObject({ shift: 0, blank: [], double: [] })
  await expect(cold.getByRole('heading', { name: 'Films', exact: true })).toHaveCount(1)
  expect(faults).toEqual([])
  await cold.context().close()
})

/** Notes in every frame how many pictures are in the page, and how many of them are seen. */
const watchPictures = `
  window.frames = []
  const look = () => {
    const pictures = [...document.querySelectorAll('.first-picture')]
    window.frames.push([pictures.length, pictures.filter((picture) => picture.checkVisibility()).length])
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

test('the first row is painted first, and all others in the next frames', async ({ page, browser, baseURL }) => {
  const cards = await haveDrawn(page)
  const cold = await newBrowser(browser, page, baseURL)
  await cold.addInitScript(watchPictures)
  await cold.goto(address)
  await expect(cold.locator('[data-status=done]')).toHaveCount(cards)
  const frames = await cold.evaluate<[count: number, seen: number][]>('window.frames')
  const [, first] = frames.find(([count]) => count > 0) ?? []
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(cards)
  const whole = frames.filter(([count]) => count >= cards)
  expect(whole.length).toBeGreaterThan(2)
  expect(whole.slice(2).filter(([count, seen]) => seen < count)).toEqual([])
  await cold.context().close()
})

test('data, stylesheet and code are requested after the first frame', async ({ page }) => {
  const [head = '', body = ''] = (await htmlOf(page, address)).split('</head>')
  expect(head).not.toMatch(/<script|stylesheet|modulepreload/)
  expect(head).toMatch(/as="font"/)
  expect(body).toMatch(
    /<template id="after-first-frame">.*stylesheet.*<\/template><script nonce="[\w-]+" src="\.\/assets\/after-first-frame-[\w-]+\.js">/s,
  )
  expect(body).toMatch(/rel="modulepreload"[^>]* href="\.\/assets\/index-[\w-]+\.js"/)
  expect(body).toMatch(/as="fetch"/)
  expect(body.replace(/<template.*<\/template>/s, '')).not.toMatch(/stylesheet|preload/)
})

test('what the first frame waits for is kept by the browser', async ({ page }) => {
  const html = await htmlOf(page, address)
  const files = [...html.matchAll(/<link rel="preload" as="(?:font|script)"[^>]* href="\.(\/assets\/[^"]*)"/g)].map(([, file = '']) => file)
  expect(files.map((file) => file.replace(/.*\./, '')).toSorted()).toEqual(['js', 'woff2'])
  for (const file of files) {
    const response = await page.request.get(file)
    expect(response.headers()['cache-control']).toContain('immutable')
    const built = join(import.meta.dirname, '../../dist/web', file)
    if (existsSync(built)) expect(await response.body()).toEqual(await readFile(built))
  }
})

test('pictures of a page whose code does not come stay, and the page says so where it can', async ({ page, browser, baseURL }) => {
  await haveDrawn(page)
  const cold = await newBrowser(browser, page, baseURL)
  await cold.route(/\/assets\/DashboardPage-.*\.js/, (route) => route.abort())
  await cold.goto(address)
  await expect(cold.getByRole('heading', { level: 1 }).or(cold.getByRole('alert')).first()).toBeVisible()
  await expect(cold.locator('#first')).toBeHidden()
  await cold.context().close()
})

test('what the code reads is asked for once, before the code runs, and the data of the charts come with the page', async ({
  page,
  browser,
  baseURL,
}) => {
  const cards = await haveDrawn(page)
  const cold = await newBrowser(browser, page, baseURL)
  const paths: string[] = []
  const warnings: string[] = []
  cold.on('request', (request) => paths.push(new URL(request.url()).pathname))
  cold.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await cold.goto(address)
  await expect(cold.locator('[data-status=done]')).toHaveCount(cards)
  // The code asks for the favourites as it starts.
  await expect.poll(() => paths).toContain('/api/v1/dashboard/favorite_status/')
  const started = paths.indexOf('/api/v1/dashboard/favorite_status/')
  for (const read of [
    '/api/v1/me/session',
    '/api/v1/dashboard/films',
    '/api/v1/dashboard/films/charts',
    '/api/v1/dashboard/films/datasets',
  ]) {
    expect(
      paths.filter((path) => path === read),
      read,
    ).toHaveLength(1)
    expect(paths.indexOf(read)).toBeLessThan(started)
  }
  const chartCode = paths.findLastIndex((path) => /\/assets\/chart-[^/]*\.js$/.test(path))
  expect(chartCode).toBeGreaterThan(-1)
  expect(chartCode).toBeLessThan(started)
  expect(paths).not.toContain('/api/v1/chart/data')
  expect(warnings).toEqual([])
  await cold.context().close()
})
