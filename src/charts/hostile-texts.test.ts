import { expect, test } from 'vitest'
import { payloads } from '../../test/e2e/hostile-payloads.ts'
import type { Table } from '#core/table.ts'
import { charts, findChart } from './index.ts'
import type { Fixture } from './shared/fixtures/fixture.ts'
import { readMarkup } from './shared/fixtures/read-markup.ts'
import { testContext } from './shared/fixtures/test-context.ts'
import { tooltipHtml } from './shared/look/tooltip.ts'
import { withoutForbidden } from './shared/text/html.ts'

/** Tooltips are written as HTML: whatever names columns, metrics, series and values have, each is only text in them. */

/** Elements and their attributes, without what these hold. */
const shapeOf = (html: string) => readMarkup(html).tags.map(({ name, attributes }) => [name, ...attributes].join(' '))
const textOf = (html: string) => readMarkup(html).text.replaceAll(/\n+/g, '\n').trim()
const joined = (texts: string[]) => withoutForbidden(texts.join('\n')).replaceAll(/\n+/g, '\n')

test('a tooltip shows each text as it is', () => {
  const htmlOf = (text: string) => tooltipHtml(text, [{ name: text, value: text, color: text, amount: 1 }], testContext())
  const shape = shapeOf(htmlOf('red'))
  const html = payloads.map(htmlOf).join('')
  expect(shapeOf(html)).toEqual(payloads.flatMap(() => shape))
  expect(textOf(html)).toBe(joined(payloads.flatMap((payload) => [payload, payload, payload])))
})

type Names = ReadonlyMap<string, string>

/** The value with other names, wherever it holds one. */
const renamed = <Value>(value: Value, names: Names): Value => {
  const inside = (one: unknown): unknown => {
    if (typeof one === 'string') return names.get(one) ?? one
    if (Array.isArray(one)) return one.map(inside)
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) return one
    return Object.fromEntries(Object.entries(one).map(([key, held]) => [names.get(key) ?? key, inside(held)]))
  }
  return inside(value) as Value
}

/** Columns, series and values of the first rows; bins and boxes are found by parts of the names of columns. */
const namesIn = ({ columns, labelMap = {} }: Table): string[] =>
  [
    ...columns.map(({ name }) => name),
    ...Object.keys(labelMap),
    ...columns.flatMap((column) => (column.type === 'string' ? column.values.slice(0, 20).filter((value) => value !== null) : [])),
  ].filter((name) => !/^[\d.]+ - |__/.test(name))

type Point = Record<string, unknown>
type Series = { id?: string; name?: string; data?: unknown[]; markLine?: { data: Point[] }; markArea?: { data: Point[][] } }
type Tooltip = { formatter: (points: Point | Point[]) => string; trigger: string }

/** What ECharts would ask about: the first marks of each series, and the entries of the legend. */
const pointsOf = (series: Series[], names: readonly string[]): Point[] => [
  ...series.flatMap(({ id, name, data = [] }, seriesIndex) =>
    data.slice(0, 20).map((held, dataIndex) => {
      const own: Point = typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : { value: held }
      const treePathInfo = [
        { name: '', value: 1 },
        { name: own['name'], value: 1 },
      ]
      return { seriesIndex, seriesId: id, seriesName: name, dataIndex, data: held, treePathInfo, ...own }
    }),
  ),
  ...names.map((name) => ({ componentType: 'legend', name })),
]

const all = charts.filter(({ option }) => option).map((chart) => [chart.viz_type, chart] as const)

test.each(all)('the tooltips of %s are written by it', async (vizType, chart) => {
  const { fixtures } = (await import(`./${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
  const { form, tables } = fixtures[0] as Fixture
  const column = typeof form['column'] === 'string' ? [form['column']] : []
  const given = [...new Set([...column, ...tables.flatMap(namesIn)])]
  expect(given.length).toBeGreaterThan(0)
  const tooltipsOf = (names: Names) => {
    const option = chart.option?.(renamed(tables, names), { ...renamed(form, names), viz_type: vizType }, testContext()) ?? {}
    const { formatter, trigger } = option['tooltip'] as unknown as Tooltip
    const points = pointsOf([option.series ?? []].flat() as Series[], [...names.values()])
    return points.map((point) => formatter(trigger === 'axis' && point['componentType'] !== 'legend' ? [point] : point)).join('\n')
  }
  const allowed = new Set(shapeOf(tooltipsOf(new Map(given.map((name) => [name, name])))))
  const some = payloads.slice(0, 96)
  let said = ''
  for (let at = 0; at < some.length; at += given.length) {
    const html = tooltipsOf(new Map(given.map((name, i) => [name, some[at + i] ?? name])))
    expect(shapeOf(html).filter((element) => !allowed.has(element))).toEqual([])
    said += `${textOf(html)}\n`
  }
  expect(some.filter((payload) => !said.includes(joined([payload])))).toEqual([])
})

test.each(['EVENT', 'INTERVAL'])('the tooltip of each annotation shows its texts as they are: %s', async (annotationType) => {
  const { fixtures } = await import('./echarts_timeseries_line/fixture.ts')
  const { form, tables } = fixtures[0] as Fixture
  const records = payloads.map((text) => ({ short_descr: text, long_descr: text, start_dttm: 0, end_dttm: 1 }))
  const layer = { name: 'Layer', annotationType, sourceType: 'NATIVE', value: 1, show: true, showLabel: true }
  const context = testContext({ annotationData: { Layer: { records } } })
  const option = findChart('echarts_timeseries_line')?.option?.(tables, { ...form, annotation_layers: [layer] }, context) ?? {}
  const series = [option.series ?? []].flat() as Series[]
  const marks = series.flatMap(({ markLine, markArea }) => [
    ...(markLine?.data ?? []),
    ...(markArea?.data ?? []).flatMap(([from]) => (from ? [from] : [])),
  ])
  const { formatter } = option['tooltip'] as unknown as Tooltip
  const html = marks.map((mark) => formatter({ seriesId: 'annotation Layer', ...mark })).join('')
  expect(new Set(shapeOf(html))).toEqual(new Set(shapeOf(formatter({ name: 'A name' }))))
  expect(textOf(html)).toBe(joined(payloads.flatMap((text) => [text, text])))
})
