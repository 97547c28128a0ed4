import type { Layout } from '../component.ts'
import { columnCount, defaultWidth } from '../grid.ts'
import { newComponent } from '../new-component.ts'
import { chartsIn, insertChild, mainContainer, withComponent, withMeta } from '../tree.ts'

/** Charts that belong to the dashboard but have no place in it, at the end of a tab, or of its main part, in rows of three; names follow the charts'. */
export const withCharts = (layout: Layout, charts: readonly { id: number; slice_name: string }[], tab?: string | null): Layout => {
  const names = new Map(charts.map(({ id, slice_name }) => [id, slice_name]))
  const named = Object.values(layout).reduce((next, { id, type, meta }) => {
    const name = type === 'CHART' ? names.get(meta.chartId ?? 0) : undefined
    return name === undefined || name === meta.sliceName ? next : withMeta(next, id, { sliceName: name })
  }, layout)
  const there = new Set(chartsIn(named))
  const missing = charts.filter(({ id }) => !there.has(id))
  const perRow = columnCount / defaultWidth
  return missing.reduce((next, { id: chartId, slice_name: sliceName }, i) => {
    const chart = { ...newComponent(next, 'CHART', { chartId, sliceName }), id: `CHART-explore-${chartId}-1` }
    const rowId = `ROW-explore-${missing[i - (i % perRow)]?.id}-1`
    const parent = tab && next[tab]?.type === 'TAB' ? tab : mainContainer(next)
    const row = next[rowId] ?? { ...newComponent(next, 'ROW'), id: rowId }
    const grown = withComponent(withComponent(next, chart), { ...row, children: [...row.children, chart.id] })
    return next[rowId] ? grown : insertChild(grown, parent, grown[parent]?.children.length ?? 0, rowId)
  }, named)
}
