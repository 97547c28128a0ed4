import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { gaugeChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const [single, several] = fixtures as [(typeof fixtures)[number], (typeof fixtures)[number]]

test('one dial per value, never two pointers', () => {
  const dials = drawnSeries(gaugeChart, several.tables, several.form)
  expect(dials.map(({ name }) => name)).toEqual(['Documentary', 'Drama', 'Comedy', 'Horror'])
  expect(dials.map(({ data }) => (data as unknown[]).length)).toEqual([1, 1, 1, 1])
  expect(new Set(dials.map(({ center }) => String(center))).size).toBe(4)
})

test('ends of the form, else round ones', () => {
  expect(drawnSeries(gaugeChart, single.tables, single.form)[0]).toMatchObject({ min: 0, max: 10 })
  expect(drawnSeries(gaugeChart, single.tables, { ...single.form, min_val: null, max_val: null })[0]).toMatchObject({ min: 0, max: 8 })
})

test('a value takes the colour of its interval', () => {
  const fill = (i: number) => (drawnSeries(gaugeChart, several.tables, several.form)[i] as { itemStyle: { color: string } }).itemStyle.color
  expect([fill(0), fill(2), fill(3)]).toEqual(['#55A074', '#DB6514', '#BC3644'])
})

test('the value is written as the form says', () => {
  const { detail } = drawnSeries(gaugeChart, single.tables, {
    ...single.form,
    value_formatter: '{value} of 10',
    number_format: '.1f',
  })[0] as {
    detail: { formatter: (value: number) => string }
  }
  expect(detail.formatter(6.77)).toBe('6.8 of 10')
})

test('a dial has a maximum size', () => {
  const radius = (width: number, height: number) =>
    (drawnSeries(gaugeChart, single.tables, single.form, testContext({ width, height }))[0] as { radius: number }).radius
  expect(radius(600, 300)).toBeGreaterThan(radius(400, 200))
  expect(radius(3000, 2000)).toBe(radius(1500, 1000))
})

test('a pointer does not cross the value', () => {
  const [dial] = drawnSeries(gaugeChart, single.tables, { ...single.form, show_progress: false }) as unknown as {
    radius: number
    pointer: { show: boolean; offsetCenter: [number, string] }
    detail: { fontSize: number }
  }[]
  expect(dial?.pointer.show).toBe(true)
  expect((-Number.parseFloat(dial?.pointer.offsetCenter[1] ?? '') / 100) * (dial?.radius ?? 0)).toBeGreaterThan(dial?.detail.fontSize ?? 0)
})

test('the ends of the scale are below wide rings and their round caps', () => {
  const endsOf = (given: object) => {
    type Option = { graphic: { y: number }[] }
    const context = testContext({ width: 500, height: 400 })
    const option = gaugeChart.option?.(several.tables, { ...several.form, ...given }, context) as unknown as Option | undefined
    return option?.graphic[0]?.y ?? 0
  }
  const rings = endsOf({ overlap: false })
  expect(endsOf({ overlap: false, round_cap: true })).toBeGreaterThan(rings + 10)
})

test('a name stays within its ring', () => {
  const long = 'The Lord of the Rings: The Return of the King'
  const table = tableOf({ kind: [long, 'b', 'c', 'd', 'e', 'f'], a: [6, 5, 4, 3, 2, 1] })
  const context = testContext({ width: 460, height: 280 })
  const [dial] = drawnSeries(gaugeChart, [table], { ...several.form, metric: metric('a'), groupby: ['kind'] }, context) as unknown as {
    radius: number
    data: { name: string }[]
  }[]
  const name = dial?.data[0]?.name ?? ''
  expect(name).toMatch(/^The.*…$/)
  expect(context.measure(name, 12)).toBeLessThan(2 * (dial?.radius ?? 0) * 0.84)
})
