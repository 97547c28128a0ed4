import type { Chart } from '#charts/chart.ts'

/** The quick tiles, in their order: a short word on each, the whole name for ears. */
export const quickTiles: { vizType: string; word: string; name: string; category: Chart['category'] }[] = [
  { vizType: 'echarts_timeseries_line', word: 'Line', name: 'Line Chart', category: 'Evolution' },
  { vizType: 'echarts_timeseries_bar', word: 'Bar', name: 'Bar Chart', category: 'Evolution' },
  { vizType: 'echarts_area', word: 'Area', name: 'Area Chart', category: 'Evolution' },
  { vizType: 'table', word: 'Table', name: 'Table', category: 'Table' },
  { vizType: 'big_number_total', word: 'Big number', name: 'Big Number', category: 'KPI' },
  { vizType: 'pie', word: 'Pie', name: 'Pie Chart', category: 'Part of a Whole' },
  { vizType: 'echarts_timeseries_scatter', word: 'Scatter', name: 'Scatter Plot', category: 'Evolution' },
]

/** Where the name of a type is too long for a tile. */
export const shortNames: Record<string, string> = { big_number: 'Trend' }
