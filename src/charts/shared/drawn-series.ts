import type { FormData } from '#core/query/query-object.ts'
import type { Table } from '#core/table.ts'
import type { Chart, DrawContext } from '../chart.ts'
import { testContext } from './test-context.ts'

/** ECharts series of a chart's picture, for tests. */
export const drawnSeries = (chart: Chart, tables: Table[], form: FormData, context: DrawContext = testContext()) =>
  (chart.option?.(tables, form, context).series ?? []) as Record<string, unknown>[]
