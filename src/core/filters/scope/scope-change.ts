import { rootId, type Layout } from '../../layout/component.ts'
import { chartsInScope, placedCharts, unique, type Scope } from './scope.ts'

/** Ids of the tabs on the way to any of the charts. */
export const tabsInScope = (layout: Layout, charts: readonly number[]): string[] =>
  unique(
    placedCharts(layout)
      .filter(({ chartId }) => charts.includes(chartId))
      .flatMap(({ path }) => path.filter((id) => layout[id]?.type === 'TAB')),
  )

/** The scope that reaches exactly the checked charts: roots as low as the chart nearest to the root allows. */
export const scopeOf = (layout: Layout, checked: readonly number[]): Scope => {
  const placed = placedCharts(layout).map((chart) => ({
    ...chart,
    visible: chart.path.filter((id) => id === rootId || layout[id]?.type === 'TAB'),
  }))
  const wanted = placed.filter(({ chartId }) => checked.includes(chartId))
  if (wanted.length === 0) return { rootPath: [], excluded: [] }
  const level = Math.min(...wanted.map(({ visible }) => visible.length)) - 1
  const rootPath = unique(wanted.map(({ visible }) => visible[level] ?? rootId))
  const below = placed.filter(({ path }) => rootPath.some((id) => path.includes(id)))
  return { rootPath, excluded: unique(below.map(({ chartId }) => chartId)).filter((id) => !checked.includes(id)) }
}

/** The scope without components and charts that are not on the dashboard: they say nothing any more. */
export const repairedScope = (layout: Layout, { rootPath, excluded }: Scope): Scope => {
  const charts = placedCharts(layout).map(({ chartId }) => chartId)
  return {
    rootPath: rootPath.filter((id) => id === rootId || layout[id] !== undefined),
    excluded: excluded.filter((id) => charts.includes(id)),
  }
}

/** Whether a move took a chart into or out of what a filter reaches. */
export const changesScope = (before: Layout, after: Layout, scopes: readonly Scope[]): boolean =>
  scopes.some((scope) => {
    const [old, next] = [chartsInScope(before, scope).toSorted(), chartsInScope(after, scope).toSorted()]
    return old.length !== next.length || old.some((id, i) => id !== next[i])
  })
