import type { Chart } from '#charts/chart.ts'
import { loadChart } from '../../../frame/chart-registry.ts'

/** Chart types by viz type; null for those that nothing here can draw. */
export type ChartTypes = Readonly<Record<string, Chart | null>>

/** The types that stand on a dashboard, and no others. Throws LoadFault. */
export const loadChartTypes = async (vizTypes: readonly string[]): Promise<ChartTypes> =>
  Object.fromEntries(await Promise.all([...new Set(vizTypes)].map(async (vizType) => [vizType, await loadChart(vizType)] as const)))
