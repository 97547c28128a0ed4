import type { EChartsOption } from 'echarts'
import type { FormData } from '#core/query/query-object.ts'
import type { Table } from '#core/table.ts'
import type { Chart, DrawContext } from './chart.ts'
import { pivotStill } from './pivot_table_v2/draw.ts'
import { tableStill } from './table/draw.ts'

/** Still pictures of the charts that a component draws in the browser. */
const stills: Partial<Record<string, NonNullable<Chart['svg']>>> = { pivot_table_v2: pivotStill, table: tableStill }

/** A chart as a picture without interaction: an `<svg>` element as text, or an ECharts option. */
export const drawStill = (chart: Chart, tables: Table[], form: FormData, context: DrawContext): string | EChartsOption => {
  const svg = stills[chart.viz_type] ?? chart.svg
  return svg ? svg(tables, form, context) : (chart.option?.(tables, form, context) ?? {})
}
