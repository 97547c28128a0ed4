import type { Chart } from '#charts/chart.ts'

/** Chart types by viz type; null for those that nothing here can draw. */
export type ChartTypes = Readonly<Record<string, Chart | null>>

/** One module for each folder of charts: a dashboard loads only the types that stand on it. */
const modules = import.meta.glob<Record<string, unknown>>('../../../../charts/*/chart.ts')

const isChart = (value: unknown): value is Chart =>
  typeof value === 'object' && value !== null && 'viz_type' in value && 'buildQuery' in value

const load = async (vizType: string): Promise<Chart | null> => {
  const module = await modules[`../../../../charts/${vizType}/chart.ts`]?.()
  return (
    (module &&
      Object.values(module)
        .filter(isChart)
        .find((chart) => chart.viz_type === vizType)) ??
    null
  )
}

export const loadChartTypes = async (vizTypes: readonly string[]): Promise<ChartTypes> =>
  Object.fromEntries(await Promise.all([...new Set(vizTypes)].map(async (vizType) => [vizType, await load(vizType)] as const)))
