import { describe, expect, test } from 'vitest'
import { charts } from '../index.ts'
import type { Fixture } from './fixture.ts'
import { drawnSeries } from './drawn-series.ts'
import { testContext } from './test-context.ts'
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
    const { fixtures } = (await import(`../${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    for (const { tables, form } of fixtures)
      for (const { blur, emphasis, silent } of drawnSeries(chart, tables, form, testContext())) {
        if (silent || emphasis === undefined || blur === undefined) continue
        for (const style of styles) expect(blur).toHaveProperty([style, 'opacity'])
      }
  })
})
