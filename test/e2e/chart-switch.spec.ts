import { expect, test, type Frame } from '@playwright/test'
import type { Sum } from './stage/picture.ts'
import { drawAlone, openFreshFrame, openStage, serveStage, type StageServer } from './stage/serve.ts'

const pagesAtOnce = 2
let server: StageServer

test.beforeAll(async () => {
  server = await serveStage()
})
test.afterAll(() => server.stop())

type Types = { from: string; to: string }
type Drawn = { sum: Sum; marks: number }

const drawAfterSwitch = (frame: Frame, types: Types, sums: { from: Sum; to: Sum }): Promise<Drawn> =>
  frame.evaluate(
    async ([{ from, to }, expected]) => {
      await window.stage.show(from)
      await window.stage.settle((sum) => sum === expected.from)
      await window.stage.show(to)
      const sum = await window.stage.settle((present) => present === expected.to)
      return { sum, marks: window.stage.countMarks() }
    },
    [types, sums] as const,
  )

test('every chart type looks the same after any other type as alone', async ({ browser }) => {
  test.setTimeout(600_000)
  // A window each: a page behind another one is not drawn. No larger than the chart: the rest would be painted with every frame.
  const openPage = async () => {
    const page = await browser.newPage({ viewport: { width: 600, height: 360 } })
    await openStage(page, server)
    return page
  }
  const pages = await Promise.all(Array.from({ length: pagesAtOnce }, openPage))
  const inEachPage = async <Item>(items: Item[], draw: (frame: Frame, item: Item) => Promise<void>) => {
    const waiting = [...items]
    await Promise.all(
      pages.map(async (page) => {
        for (let item = waiting.pop(); item; item = waiting.pop()) await draw(await openFreshFrame(page), item)
      }),
    )
  }

  const vizTypes = (await pages[0]?.evaluate(() => window.stage.vizTypes)) ?? []
  const alone = new Map<string, Drawn>()
  await inEachPage(vizTypes, async (frame, vizType) => {
    const drawn = await drawAlone(frame, vizType)
    expect(drawn.marks, vizType).toBeGreaterThan(0)
    alone.set(vizType, drawn)
  })
  const pairs = vizTypes.flatMap((from) => vizTypes.filter((to) => to !== from).map((to) => ({ from, to })))
  expect(pairs.length).toBeGreaterThan(400)
  const wrong: string[] = []
  await inEachPage(pairs, async (frame, pair) => {
    const [before, after] = [alone.get(pair.from), alone.get(pair.to)] as [Drawn, Drawn]
    const found = await drawAfterSwitch(frame, pair, { from: before.sum, to: after.sum })
    if (found.sum !== after.sum) wrong.push(`${pair.from} → ${pair.to}: ${found.marks} of ${after.marks} marks`)
  })
  expect(wrong).toEqual([])
  await Promise.all(pages.map((page) => page.close()))
})
