import type { Layout } from '../../layout/component.ts'
import { rootId } from '../../layout/component.ts'
import { pathTo, subtree } from '../../layout/tree.ts'
import { asList, asRecord } from '../../query/read.ts'

/** Charts below any of the components of `rootPath`, but not those of `excluded`. */
export type Scope = { rootPath: string[]; excluded: number[] }

export const wholeDashboard: Scope = { rootPath: [rootId], excluded: [] }

export const readScope = (value: unknown): Scope => {
  const { rootPath, excluded } = asRecord(value)
  return Array.isArray(rootPath) ? { rootPath: asList<string>(rootPath), excluded: asList(excluded).map(Number) } : wholeDashboard
}

type PlacedChart = { id: string; chartId: number; path: string[] }

export const placedCharts = (layout: Layout): PlacedChart[] =>
  subtree(layout, rootId).flatMap(({ id, type, meta }) =>
    type === 'CHART' && typeof meta.chartId === 'number' ? [{ id, chartId: meta.chartId, path: pathTo(layout, id) }] : [],
  )

export const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** Ids of the charts that a filter of this scope reaches, in reading order. */
export const chartsInScope = (layout: Layout, { rootPath, excluded }: Scope): number[] =>
  unique(
    placedCharts(layout)
      .filter(({ chartId, path }) => !excluded.includes(chartId) && rootPath.some((id) => path.includes(id)))
      .map(({ chartId }) => chartId),
  )
