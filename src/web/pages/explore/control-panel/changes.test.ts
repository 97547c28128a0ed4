import { expect, test } from 'vitest'
import { charts } from '#charts/index.ts'
import type { Chart } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { listChanges, shownWords } from './changes.ts'

const chartOf = (vizType: string) => charts.find(({ viz_type }) => viz_type === vizType) as Chart
const [pie, bar] = [chartOf('pie'), chartOf('echarts_timeseries_bar')]
const saved: FormData = { viz_type: 'pie', datasource: '3__table', groupby: ['symbol'], row_limit: 100, show_legend: true }

test('changes have the old and new value, in the order of the controls', () => {
  const form = { ...saved, show_legend: false, row_limit: 2500, groupby: [] }
  expect(listChanges(form, saved, { chart: pie, savedChart: pie, dataset: null })).toEqual([
    { name: 'groupby', label: 'Dimensions', before: 'symbol', after: 'None', isResettable: true },
    { name: 'row_limit', label: 'Row limit', before: '100', after: '2,500', isResettable: true },
    { name: 'show_legend', label: 'Show legend', before: 'On', after: 'Off', isResettable: true },
  ])
})

test('another chart type is one change, which is taken back where that type exists', () => {
  const form = { ...saved, viz_type: 'echarts_timeseries_bar', orientation: 'horizontal', x_axis: 'symbol' }
  const [first, ...rest] = listChanges(form, { ...saved, x_axis: 'date' }, { chart: bar, savedChart: pie, dataset: null })
  expect(first).toEqual({ name: 'viz_type', label: 'Chart type', before: 'Pie Chart', after: 'Bar Chart', isResettable: true })
  const [unknown] = listChanges(form, { ...saved, viz_type: 'world_map' }, { chart: bar, savedChart: null, dataset: null })
  expect(unknown).toMatchObject({ before: 'world_map', isResettable: false })
  expect(rest).toContainEqual({ name: 'x_axis', label: 'Y-axis', before: 'date', after: 'symbol', isResettable: true })
})

test('with horizontal bars the axes change names, in labels and in headings', () => {
  const turned = { form: { ...saved, orientation: 'horizontal' }, dataset: null }
  const words = ['X-axis', 'Y-axis', 'X-axis sort by', 'Color by X-axis', 'Tooltip']
  expect(words.map((one) => shownWords(one, turned))).toEqual(['Y-axis', 'X-axis', 'Y-axis sort by', 'Color by Y-axis', 'Tooltip'])
  expect(words.map((one) => shownWords(one, { form: saved, dataset: null }))).toEqual(words)
  const named = bar.controls.flatMap(({ rows }) => rows.flat()).map((control) => shownWords(control.label, turned))
  expect(named.filter((label) => label.includes('X-axis'))).toEqual([])
})
