import type { ComponentType } from 'react'
import type { DrawContext, OwnState, Selection } from './chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { Table } from '#core/table.ts'

/** What a chart that draws itself in the browser is given. */
export type ChartComponentProps = {
  tables: Table[]
  form: FormData
  context: DrawContext
  onSelect?: ((selection: Selection | null) => void) | undefined
  /** A right-click on an item, at this point of the window; null where the item selects nothing. */
  onContextMenu?: ((selection: Selection | null, at: { x: number; y: number }) => void) | undefined
  /** The page and search that the person reads, where the query pages. */
  onOwnState?: ((state: OwnState) => void) | undefined
}
export type ChartComponent = ComponentType<ChartComponentProps>

/** Charts that are no ECharts option and need more than a still picture; loaded when first drawn. */
export const components: Partial<Record<string, () => Promise<ChartComponent>>> = {
  pivot_table_v2: async () => (await import('./pivot_table_v2/PivotChart.tsx')).PivotChart,
  table: async () => (await import('./table/TableChart.tsx')).TableChart,
}
