import { createRoot } from 'react-dom/client'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { loadChart } from '../../../src/web/frame/chart-registry.ts'
import { ChartFrame } from '../../../src/web/frame/ChartFrame.tsx'
import type { ChartAnswer } from '../../../src/web/frame/data/answer.ts'
import { createLabelColors } from '../../../src/web/frame/picture/label-colors.ts'
import '../../../src/web/theme/base.css'
import { startTheme } from '../../../src/web/theme/theme.ts'
import { countMarks, placesOf, sumOfPicture } from './picture.ts'
import type { Sum } from './picture.ts'

/** The chart frame of the product with the fixtures of every chart: one page, one frame, whose chart type is switched. */
export type Stage = {
  vizTypes: string[]
  show: (vizType: string) => Promise<void>
  /** Resolves with the picture's sum once it is the wished one, else with the last one seen. */
  settle: (isWished: (sum: Sum) => boolean) => Promise<Sum>
  countMarks: () => number
  placesOf: (color: string) => { x: number; y: number }[]
}

declare global {
  interface Window {
    stage: Stage
  }
}

const modules = import.meta.glob<{ fixtures: Fixture[] }>(['../../../src/charts/*/fixture.ts', '!../../../src/charts/shared/fixture.ts'], {
  eager: true,
})
const fixtures = new Map(Object.entries(modules).map(([path, module]) => [path.split('/').at(-2) ?? '', module.fixtures[0]]))
const giveUpAfterMs = 10_000

const answerOf = ({ tables }: Fixture): ChartAnswer => ({
  queries: tables.map((table) => ({
    table,
    rowcount: table.rowCount,
    sqlRowcount: null,
    sql: '',
    isCached: false,
    cachedAt: null,
    from: null,
    to: null,
    appliedFilters: [],
    rejectedFilters: [],
    annotationData: {},
    warning: null,
  })),
  tables,
  durationMs: 0,
  timing: {},
  receivedAt: 0,
})

const box = document.getElementById('root') as HTMLElement
const root = createRoot(box)
const doNothing = () => undefined

startTheme()
window.stage = {
  vizTypes: [...fixtures.keys()],
  show: async (vizType) => {
    const chart = await loadChart(vizType)
    const fixture = fixtures.get(vizType)
    if (!chart || !fixture) throw new Error(`No chart ${vizType}`)
    root.render(
      <ChartFrame
        form={fixture.form}
        chart={chart}
        dataset={null}
        data={{
          status: 'done',
          answer: answerOf(fixture),
          error: null,
          startedAt: null,
          queryContext: null,
          stop: doNothing,
          refresh: doNothing,
          retry: doNothing,
        }}
        animate={false}
        // Labels that two charts share would keep the colours of the first one.
        pageColors={createLabelColors()}
      />,
    )
  },
  settle: async (isWished) => {
    const started = performance.now()
    let sum = sumOfPicture(box)
    while (!isWished(sum) && performance.now() - started < giveUpAfterMs) {
      await new Promise(requestAnimationFrame)
      sum = sumOfPicture(box)
    }
    return sum
  },
  countMarks: () => countMarks(box),
  placesOf: (color) => placesOf(box, color),
}
