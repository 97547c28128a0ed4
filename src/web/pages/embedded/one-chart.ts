import { columnCount } from '#core/layout/grid.ts'
import { gridId, rootId, type Layout } from '#core/layout/component.ts'
import { pathTo } from '#core/layout/tree.ts'
import { remembered } from '#core/query/remembered.ts'
import type { VisibleLayout } from '../dashboard/data/load.ts'

/**
 * The layout with one chart alone, at full width. The components around it stay, so that the scopes of filters mean the same. A chart that
 * is not on the dashboard leaves nothing.
 */
export const onlyChart = (layout: Layout, chartId: number): Layout => {
  const card = Object.values(layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === chartId)
  const kept = [...new Set([rootId, gridId, ...(card ? [...pathTo(layout, card.id), card.id] : [])])]
  const components = kept.flatMap((id) => layout[id] ?? [])
  return Object.fromEntries(
    components.map((component) => {
      const { id, children, meta } = component
      const wide = meta.width === undefined ? meta : { ...meta, width: columnCount }
      return [id, { ...component, meta: wide, children: children.filter((child) => kept.includes(child)) }]
    }),
  )
}

/** The same after the conditions of components. Of the same layout it is the same object, so that nothing is redrawn. */
export const oneChart = (chartId: number, visible: VisibleLayout | null): VisibleLayout => {
  const only = remembered((layout: Layout) => onlyChart(layout, chartId))
  return (layout, masks) => only(visible?.(layout, masks) ?? layout)
}
