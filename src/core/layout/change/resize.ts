import type { Layout } from '../component.ts'
import { columnCount, minHeight } from '../grid.ts'
import { parentOf, withMeta } from '../tree.ts'
import { freeWidth, minimumWidth, ownWidth } from '../width.ts'

export type Resizable = { width: boolean; height: boolean }

/** Columns have a resizable width; charts and texts a resizable height, and in a row also a width. */
export const resizable = (layout: Layout, id: string): Resizable => {
  const type = layout[id]?.type
  const inRow = parentOf(layout, id)?.type === 'ROW'
  const hasHeight = type === 'CHART' || type === 'MARKDOWN'
  return { width: inRow && (hasHeight || type === 'COLUMN' || type === 'DYNAMIC'), height: hasHeight }
}

/** The minimum and maximum width of a component: up to its own plus the free columns of its row. */
export const widthBounds = (layout: Layout, id: string): { min: number; max: number } => {
  const row = parentOf(layout, id)
  const own = ownWidth(layout, id)
  const min = minimumWidth(layout, id)
  const max = row?.type === 'ROW' ? own + Math.max(0, freeWidth(layout, row.id)) : columnCount
  return { min, max: Math.max(min, max) }
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, Math.round(value)))

/** Resizes a component, in columns and units, within its bounds; heights have no maximum. Returns the same layout if nothing changes. */
export const resize = (layout: Layout, id: string, size: { width?: number; height?: number }): Layout => {
  const component = layout[id]
  const can = resizable(layout, id)
  if (!component) return layout
  const bounds = widthBounds(layout, id)
  const width = can.width && size.width !== undefined ? clamp(size.width, bounds.min, bounds.max) : component.meta.width
  const height = can.height && size.height !== undefined ? Math.max(minHeight, Math.round(size.height)) : component.meta.height
  if (width === component.meta.width && height === component.meta.height) return layout
  return withMeta(layout, id, { ...(width !== undefined && { width }), ...(height !== undefined && { height }) })
}
