import { expect, it } from 'vitest'
import { shown, sketch, tabbed } from '#core/layout/fixture.ts'
import { chartsIn } from '#core/layout/tree.ts'
import { oneChart, onlyChart } from './one-chart.ts'

const idOf = (name: string) => name.codePointAt(0) ?? 0
const rows = () =>
  sketch([
    [
      'ROW',
      'r',
      [
        ['CHART', 'a', 4],
        ['CHART', 'b', 8],
      ],
    ],
    ['ROW', 's', [['CHART', 'c', 4]]],
  ])

it('leaves one chart, at full width, with what is around it', () => {
  expect(shown(onlyChart(rows(), idOf('a')))).toBe('(r(a:12))')
  expect(shown(onlyChart(tabbed(), idOf('b')))).toBe('top(t1(inner(i1(s(b:12)))))')
})

it('leaves nothing of a dashboard without the chart', () => {
  expect(chartsIn(onlyChart(rows(), 1))).toEqual([])
})

it('obeys the conditions of components', () => {
  const visible = oneChart(idOf('a'), (layout) => onlyChart(layout, idOf('c')))
  expect(chartsIn(visible(rows(), {}))).toEqual([])
  expect(chartsIn(oneChart(idOf('a'), null)(rows(), {}))).toEqual([idOf('a')])
})

it('is the same object for the same layout', () => {
  const layout = rows()
  const visible = oneChart(idOf('a'), null)
  expect(visible(layout, {})).toBe(visible(layout, {}))
})
