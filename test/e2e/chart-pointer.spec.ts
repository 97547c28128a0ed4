import { colors } from '#core/theme/tokens.ts'
import { expect, test, type Page } from '@playwright/test'
import { drawAlone, openStage, serveStage, type StageServer } from './stage/serve.ts'

const [teal, orange] = colors.light.palette
const legendHeight = 24
let server: StageServer

test.beforeAll(async () => {
  server = await serveStage()
})
test.afterAll(() => server.stop())
test.use({ colorScheme: 'light' })

/** Pixels of each colour at full strength, legend and plot apart. */
const strong = (page: Page) =>
  page.evaluate(
    ([[first, second], top]) => {
      const inPlot = (color: string) => window.stage.placesOf(color).filter(({ y }) => y > top).length
      return { teal: inPlot(first), orange: inPlot(second), marks: window.stage.countMarks() }
    },
    [[teal, orange], legendHeight] as const,
  )

const entry = { x: 24, y: 8 }
const frame = (page: Page) => page.locator('#root')
const away = (page: Page) => page.mouse.move(700, 500)
/** Clicks within half a second are a double click. */
const pause = (page: Page) => page.waitForTimeout(600)
const nearly = (count: number) => count * 0.9

test('hiding a legend entry fades no other; Ctrl+click or double click shows one series alone, then all again', async ({ page }) => {
  await openStage(page, server)
  await drawAlone(page, 'echarts_timeseries_bar')
  const all = await strong(page)
  expect(all.teal).toBeGreaterThan(500)
  expect(all.orange).toBeGreaterThan(500)
  const click = (modifiers: ('Control' | 'Meta')[] = []) => frame(page).click({ position: entry, modifiers })

  await click()
  await expect.poll(async () => (await strong(page)).teal).toBe(0)
  await expect.poll(async () => (await strong(page)).orange).toBeGreaterThan(nearly(all.orange))
  await pause(page)
  await click()
  await away(page)
  await expect.poll(() => strong(page)).toEqual(all)

  for (const alone of [() => click(['Control']), () => frame(page).dblclick({ position: entry })]) {
    await pause(page)
    await alone()
    await expect.poll(async () => (await strong(page)).orange).toBe(0)
    expect((await strong(page)).teal).toBeGreaterThan(nearly(all.teal))
    await pause(page)
    await alone()
    await away(page)
    await expect.poll(() => strong(page)).toEqual(all)
  }
})

test('the hovered series keeps its opacity, the others fade slightly', async ({ page }) => {
  await openStage(page, server)
  await drawAlone(page, 'echarts_timeseries_bar')
  const all = await strong(page)
  const bar = await page.evaluate(
    ([color, top]) => {
      const places = window.stage.placesOf(color).filter(({ y }) => y > top)
      return places[Math.floor(places.length / 2)]
    },
    [teal, legendHeight] as const,
  )
  const box = await frame(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + (bar?.x ?? 0), (box?.y ?? 0) + (bar?.y ?? 0), { steps: 3 })
  await expect.poll(async () => (await strong(page)).orange).toBe(0)
  const pointed = await strong(page)
  expect(pointed.teal).toBeGreaterThan(nearly(all.teal))
  expect(pointed.marks).toBeGreaterThan(nearly(all.marks))
  await away(page)
  await expect.poll(() => strong(page)).toEqual(all)
})

test.describe('a span of a time axis', () => {
  const reset = (page: Page) => page.getByRole('button', { name: 'Reset zoom' })
  const sum = (page: Page, wished: number) => page.evaluate((whole) => window.stage.settle((present) => present === whole), wished)
  const drag = async (page: Page) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await frame(page).boundingBox()) ?? {}
    await page.mouse.move(x + width * 0.3, y + height / 2)
    // The code of dragging comes with the pointer.
    await expect(frame(page).locator('[class*=brushable]')).toBeVisible()
    await page.mouse.down()
    await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 5 })
    await page.mouse.up()
  }

  for (const vizType of ['echarts_timeseries_line', 'echarts_area'])
    test(`is chosen by dragging on ${vizType}, and taken back by the button or a double click`, async ({ page }) => {
      await openStage(page, server)
      const whole = await drawAlone(page, vizType)
      await drag(page)
      await expect(reset(page)).toBeVisible()
      await reset(page).click()
      await expect(reset(page)).toBeHidden()
      await away(page)
      expect(await sum(page, whole.sum)).toBe(whole.sum)
      await drag(page)
      await expect(reset(page)).toBeVisible()
      await frame(page).dblclick({ position: { x: 250, y: 160 } })
      await expect(reset(page)).toBeHidden()
      await away(page)
      expect(await sum(page, whole.sum)).toBe(whole.sum)
    })

  test('does not react to touch, which scrolls', async ({ browser }) => {
    const page = await browser.newPage({ hasTouch: true, viewport: { width: 390, height: 400 } })
    await openStage(page, server)
    await drawAlone(page, 'echarts_timeseries_line')
    // The product scrolls in its own panes; the stage has none.
    await page.addStyleTag({ content: 'html, body { height: auto; overflow: auto } #root { margin-bottom: 3000px }' })
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await touch('touchStart', [{ x: 150, y: 250 }])
    for (const y of [230, 200, 150, 100]) await touch('touchMove', [{ x: 160, y }])
    await touch('touchEnd', [])
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(20)
    await expect(reset(page)).toBeHidden()
    await page.close()
  })
})
