import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { waterfallChart } from './chart.ts'
import { waterfallControls } from './controls.ts'
import { fixtures } from './fixture.ts'
import { readSteps } from './steps.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]

test('changes follow one another to a total', () => {
  const steps = readSteps(tables[0], readForm(waterfallControls, form), testContext().t)
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 820],
    [820, 780],
    [780, 520],
    [520, 310],
    [310, 250],
    [250, 285],
    [285, 215],
    [0, 215],
  ])
  expect(steps.map(({ kind }) => kind[0]).join('')).toBe('iddddidt')
  expect(readSteps(tables[0], readForm(waterfallControls, { ...form, show_total: false }), testContext().t)).toHaveLength(7)
})

test('a breakdown shows what changed between totals', () => {
  const table = tableOf({ step: ['2020', '2020', '2021', '2021'], g: ['a', 'b', 'a', 'c'], Amount: [10, 5, 12, 4] })
  expect(
    readSteps(table, readForm(waterfallControls, { ...form, groupby: ['g'] }), testContext().t).map(({ name, kind, amount }) => [
      name,
      kind,
      amount,
    ]),
  ).toEqual([
    ['2020', 'total', 15],
    ['a', 'increase', 2],
    ['b', 'decrease', -5],
    ['c', 'increase', 4],
    ['2021', 'total', 16],
  ])
})

test('bars hang between their ends, also below zero', () => {
  const table = tableOf({ step: ['a', 'b', 'c'], Amount: [5, -8, -2] })
  const series = drawnSeries(waterfallChart, [table], form)
  const at = (id: string) => series.find((one) => one['id'] === id)?.['data']
  expect(at('base')).toEqual([0, 0, 0, 0])
  expect(at('base below')).toEqual([0, 0, -3, 0])
  expect(at('increase up')).toEqual([5, null, null, null])
  expect(at('decrease up')).toEqual([null, 5, null, null])
  expect(at('decrease down')).toEqual([null, -3, -2, null])
  expect(at('total down')).toEqual([null, null, null, -5])
})

test('colours that were picked, else those of the theme', () => {
  const fill = (given = {}) =>
    (
      drawnSeries(waterfallChart, tables, { ...form, ...given }).find(({ id }) => id === 'increase up')?.['itemStyle'] as
        | { color: string }
        | undefined
    )?.color
  expect(fill({ increase_color: { r: 90, g: 193, b: 137, a: 1 } })).toBe('#55A074')
  expect(fill({ increase_color: { r: 1, g: 2, b: 3, a: 1 } })).toBe('#010203')
})
