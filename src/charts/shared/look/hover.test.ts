import { init } from 'echarts'
import type { EChartsOption } from 'echarts'
import { describe, expect, test } from 'vitest'
import type { DrawContext } from '../../chart.ts'
import { charts } from '../../index.ts'
import type { Fixture } from '../fixtures/fixture.ts'
import { measures } from './echarts-theme.ts'
import { drawnSeries } from '../fixtures/drawn-series.ts'
import { testContext } from '../fixtures/test-context.ts'
import { withHover } from './hover.ts'

const styles = ['itemStyle', 'lineStyle', 'label', 'endLabel']

test('the others step back slightly, what was faint stays fainter', () => {
  const { blur, data } = withHover(
    { type: 'bar', itemStyle: { opacity: 0.5 }, data: [1, { value: 2, itemStyle: { opacity: 0.25 } }, { value: 3, name: 'c' }] },
    true,
  )
  expect(blur).toMatchObject({ itemStyle: { opacity: 0.3 }, label: { opacity: 0.6 } })
  expect(data).toEqual([1, { value: 2, itemStyle: { opacity: 0.25 }, blur: { itemStyle: { opacity: 0.15 } } }, { value: 3, name: 'c' }])
})

test.each([
  ['one series: the mark', { type: 'bar' }, false, 'self'],
  ['many: the series', { type: 'bar' }, true, 'series'],
  ['what a chart says itself', { type: 'bar', emphasis: { focus: 'self' } }, true, 'self'],
])('%s stands out', (_, series, isOneOfMany, focus) => {
  expect(withHover(series, isOneOfMany)['emphasis']).toMatchObject({ focus, itemStyle: { color: 'inherit' } })
})

const drawn = charts.filter(({ option }) => option).map((chart) => [chart.viz_type, chart] as const)

describe.each(drawn)('%s', (vizType, chart) => {
  test('never lets a mark that can be pointed at fade away', async () => {
    const { fixtures } = (await import(`../../${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    for (const { tables, form } of fixtures)
      for (const { blur, emphasis, silent } of drawnSeries(chart, tables, form, testContext())) {
        if (silent || emphasis === undefined || blur === undefined) continue
        for (const style of styles) expect(blur).toHaveProperty([style, 'opacity'])
      }
  })
})

/** Opacities of the drawn shapes, before and after an item is pointed at. */
const pointedAt = (option: EChartsOption, payload: { seriesName?: string; name?: string }) => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 240 })
  chart.setOption({ ...option, animation: false, stateAnimation: { duration: 0 } })
  const shapes = chart
    .getZr()
    .storage.getDisplayList(true)
    .filter(({ type, silent }) => type !== 'tspan' && !silent)
  const opacities = () => shapes.map(({ style }) => style['opacity'] as number | undefined)
  const before = opacities()
  chart.dispatchAction({ type: 'highlight', seriesIndex: 0, ...payload })
  chart.getZr().animation.update()
  const after = opacities()
  chart.dispose()
  return before.map((opacity, i) => [opacity, after[i]] as const)
}

test.each([
  ['echarts_timeseries_bar', 1, { seriesName: 'Adventure' }, 'Adventure'],
  ['echarts_timeseries_bar', 2, { name: 'Warner Bros.' }, 'Warner Bros.'],
  ['echarts_area', 0, { seriesName: 'Manufacturing' }, 'Manufacturing'],
  ['pie', 0, { name: 'Drama' }, 'Drama'],
  ['funnel', 0, { name: 'Over $10M' }, 'Over $10M'],
  ['box_plot', 0, { name: 'Drama' }, 'Drama'],
  ['radar', 0, { name: 'Japan' }, 'Japan'],
])('%s %i: what a choice faded is not dimmed further by pointing at %j', async (vizType, at, payload, chosen) => {
  const { fixtures } = (await import(`../../${vizType}/fixture.ts`)) as { fixtures: [Fixture, Fixture, Fixture] }
  const { tables, form } = fixtures[at as 0]
  const option = charts.find(({ viz_type }) => viz_type === vizType)?.option
  const draw = (given: Partial<DrawContext>) => pointedAt(option?.(tables, form, testContext(given)) ?? {}, payload)
  const isDimmed = ([before = 1, after = 1]: readonly [number?, number?]) => after < before
  expect(draw({}).filter(isDimmed)).not.toEqual([])
  const faded = draw({ selected: [chosen] }).filter(([before = 1]) => before <= measures.unchosenOpacity)
  expect(faded).toContainEqual([measures.unchosenOpacity, measures.unchosenOpacity])
  expect(faded.filter(isDimmed)).toEqual([])
})
