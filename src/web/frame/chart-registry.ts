import { useEffect, useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import { components } from '#charts/components.tsx'
import { loadCode, offerReload } from '../lazy/load-fault.ts'

/** One chunk per chart type, so that a page loads only the types it shows. Each folder has the type's wire name. */
const modules = import.meta.glob<Record<string, Chart>>('../../charts/*/chart.ts')
const loaders = new Map(Object.entries(modules).map(([path, load]) => [path.split('/').at(-2) ?? '', load]))
const loaded = new Map<string, Chart>()

/** Whether the type exists, loaded or not. */
export const isKnownChart = (vizType: string): boolean => loaders.has(vizType)

/** The chart type if it is already loaded. */
export const loadedChart = (vizType: string): Chart | undefined => loaded.get(vizType)

/** Null if the type does not exist. Throws LoadFault. */
export const loadChart = async (vizType: string): Promise<Chart | null> => {
  const known = loaded.get(vizType)
  const load = loaders.get(vizType)
  if (known || !load) return known ?? null
  components[vizType]?.().catch(() => undefined)
  const module = await loadCode(load)
  const chart = Object.values(module).find((value) => value.viz_type === vizType)
  if (!chart) return null
  loaded.set(vizType, chart)
  return chart
}

/** Undefined while loading, null if the type does not exist. */
export const useChart = (vizType: string | undefined): Chart | null | undefined => {
  const [found, setFound] = useState<{ vizType: string; chart: Chart | null } | null>(null)
  const known = vizType === undefined ? undefined : loaded.get(vizType)
  useEffect(() => {
    if (vizType === undefined || known) return
    let isCancelled = false
    loadChart(vizType).then((chart) => !isCancelled && setFound({ vizType, chart }), offerReload)
    return () => {
      isCancelled = true
    }
  }, [vizType, known])
  return known ?? (found && found.vizType === vizType ? found.chart : undefined)
}
