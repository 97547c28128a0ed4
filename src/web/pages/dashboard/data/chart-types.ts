import type { Chart } from '#charts/chart.ts'
import { loadChart } from '../../../frame/chart-registry.ts'

/** Chart types by viz type; null if unsupported. */
export type ChartTypes = Readonly<Record<string, Chart | null>>

/** Loads the chart types of a dashboard. Throws LoadFault. */
export const loadChartTypes = async (vizTypes: readonly string[]): Promise<ChartTypes> =>
  Object.fromEntries(await Promise.all([...new Set(vizTypes)].map(async (vizType) => [vizType, await loadChart(vizType)] as const)))
