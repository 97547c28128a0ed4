import { expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { barChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const [sites, films, distributors] = fixtures as [(typeof fixtures)[number], (typeof fixtures)[number], (typeof fixtures)[number]]
const option = (fixture: (typeof fixtures)[number], given: Partial<FormData> = {}) =>
  barChart.option?.(fixture.tables, { ...fixture.form, ...given } as FormData, testContext()) as Record<string, Record<string, unknown>>

test('bars that say their values have no value axis', () => {
  expect(option(sites)['yAxis']).toMatchObject({ axisLabel: { show: false }, splitLine: { show: false } })
  expect(option(films)['yAxis']).toMatchObject({ type: 'value', min: 0 })
})

type Label = { formatter: (point: { dataIndex: number }) => string }
const labelOf = (id: string, given: Partial<FormData>, width: number): string | undefined => {
  const series = drawnSeries(barChart, films.tables, { ...films.form, ...given } as FormData, testContext({ width }))
  return (series.find((one) => one['id'] === id)?.['label'] as Label | undefined)?.formatter({ dataIndex: 0 })
}

test.each([
  [900, '$14.4B', '$4.69B'],
  [300, undefined, ''],
])('labels of a stack %i px wide are written as the axis, or left out', (width, total, inside) => {
  expect(labelOf('totals', { only_total: true }, width)).toBe(total)
  expect(labelOf('Adventure', { only_total: false }, width)).toBe(inside)
})

test('lying bars keep the order from the top', () => {
  const { xAxis, yAxis } = option(distributors)
  expect(yAxis).toMatchObject({ type: 'category', inverse: true })
  expect(yAxis).toMatchObject({ data: expect.arrayContaining(['Warner Bros.']) as unknown })
  expect(xAxis).toMatchObject({ show: false })
})

test.each([
  [900, 0],
  [60, 5],
])('the name of the first of lying bars has its whole height in a picture %i px high', (height, top) => {
  const drawn = barChart.option?.(distributors.tables, distributors.form, testContext({ height })) as Record<string, { top: number }>
  expect(drawn['grid']?.top).toBe(top)
})

test('one colour, or one per category', () => {
  const colored = drawnSeries(barChart, distributors.tables, { ...distributors.form, orientation: 'vertical', color_by_primary_axis: true })
  const { color } = (colored[0] ?? {})['itemStyle'] as { color: (point: { dataIndex: number }) => string }
  expect(color({ dataIndex: 0 })).not.toBe(color({ dataIndex: 1 }))
})

test('bars of time keep half a bar free at both ends', () => {
  const { xAxis } = option(films)
  const first = Date.UTC(2001, 0)
  expect(xAxis?.['min'] as number).toBeLessThan(first)
})
