import type { Chart } from '#charts/chart.ts'

export const recommendedTags = ['Popular', 'ECharts', 'Advanced-Analytics']

/** Known types come first in this order, the others after them by name. */
const order = [
  'line',
  'big_number',
  'big_number_total',
  'table',
  'pivot_table_v2',
  'echarts_timeseries_line',
  'echarts_area',
  'echarts_timeseries_bar',
  'echarts_timeseries_scatter',
  'pie',
  'mixed_timeseries',
]

const place = (chart: Chart) => {
  const found = order.indexOf(chart.viz_type)
  return found < 0 ? order.length : found
}

export const inOrder = (charts: readonly Chart[]): Chart[] => charts.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))

export type Shelf = { kind: 'all' } | { kind: 'category'; name: string } | { kind: 'tag'; name: string }

export const onShelf = (charts: readonly Chart[], shelf: Shelf): Chart[] =>
  inOrder(
    charts.filter(
      (chart) => shelf.kind === 'all' || (shelf.kind === 'category' ? chart.category === shelf.name : chart.tags.includes(shelf.name)),
    ),
  )

/** Categories by name, Other last. */
export const categoriesOf = (charts: readonly Chart[]): string[] =>
  [...new Set<string>(charts.map((chart) => chart.category))].sort(
    (a, b) => Number(a === 'Other') - Number(b === 'Other') || a.localeCompare(b),
  )

export const tagsOf = (charts: readonly Chart[]): string[] =>
  [...new Set(charts.flatMap((chart) => chart.tags))].filter((tag) => !recommendedTags.includes(tag)).sort((a, b) => a.localeCompare(b))
