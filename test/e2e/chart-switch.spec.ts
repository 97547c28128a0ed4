import { expect, test, type Page } from '@playwright/test'
import type { Sum } from './stage/picture.ts'
import { drawAlone, openStage, serveStage, type StageServer } from './stage/serve.ts'

const pagesAtOnce = 3
let server: StageServer

test.beforeAll(async () => {
  server = await serveStage()
})
test.afterAll(() => server.stop())

type Types = { from: string; to: string }
type Drawn = { sum: Sum; marks: number }

const afterSwitch = (page: Page, types: Types, sums: { from: Sum; to: Sum }): Promise<Drawn> =>
  page.evaluate(
    async ([{ from, to }, wished]) => {
      await window.stage.show(from)
      await window.stage.settle((sum) => sum === wished.from)
      await window.stage.show(to)
      const sum = await window.stage.settle((present) => present === wished.to)
      return { sum, marks: window.stage.countMarks() }
    },
    [types, sums] as const,
  )

test('every chart type looks the same after any other type as alone', async ({ browser }) => {
  test.setTimeout(600_000)
  // A window each: a page behind another one is not drawn.
  const pages = await Promise.all(Array.from({ length: pagesAtOnce }, () => browser.newPage()))
  const [first] = pages as [Page]
  await openStage(first, server)
  const vizTypes = await first.evaluate(() => window.stage.vizTypes)
  const wished = new Map<string, Drawn>()
  for (const vizType of vizTypes) {
    await openStage(first, server)
    const drawn = await drawAlone(first, vizType)
    expect(drawn.marks, vizType).toBeGreaterThan(0)
    wished.set(vizType, drawn)
  }
  const pairs = vizTypes.flatMap((from) => vizTypes.filter((to) => to !== from).map((to) => ({ from, to })))
  const wrong: string[] = []
  await Promise.all(
    pages.map(async (page) => {
      for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
        const [before, after] = [wished.get(pair.from), wished.get(pair.to)] as [Drawn, Drawn]
        await openStage(page, server)
        const found = await afterSwitch(page, pair, { from: before.sum, to: after.sum })
        if (found.sum !== after.sum) wrong.push(`${pair.from} → ${pair.to}: ${found.marks} of ${after.marks} marks`)
      }
    }),
  )
  expect(wrong).toEqual([])
  await Promise.all(pages.map((page) => page.close()))
})
