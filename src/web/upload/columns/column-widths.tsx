import type { CSSProperties, ReactNode } from 'react'
import type { UploadPreview } from '#api/upload.ts'
import { contentWidth } from '../../ui/table/columns/content-width.ts'
import { useClientWidth, useColumns } from '../../ui/table/columns/use-columns.ts'
import type { Pin } from '../../ui/table/model/pins.ts'
import type { SizedColumn } from '../../ui/table/model/resolve-widths.ts'
import { rangeText, typeLabel } from './column-types.ts'
import { measure } from '../../ui/text/measure.ts'

const digitWidthPx = 7.6
const padding = 24
const [minWidth, maxWidth] = [96, 240]

const headSize = 12
/** px */
const typeIconsWidth = 40
/** Width of a letter in the font for code, in em: it may not be loaded yet, and could not be measured then. */
const monoAdvance = 0.6
/** px of the frame around a name that can be edited, as far as its margins do not take them back. */
const nameFrameWidth = 4

/** Width in px for the longest line number of both tables. */
export const lineNumberWidth = ({ rows, rejected }: Pick<UploadPreview, 'rows' | 'rejected'>): number => {
  const last = Math.max(rows.length, ...rejected.first.map(({ line }) => line ?? 0))
  return Math.max(40, Math.ceil(String(last).length * digitWidthPx) + padding)
}

/** Width in px of each column, by its content. */
export const columnWidths = ({ columns, rows }: Pick<UploadPreview, 'columns' | 'rows'>): number[] =>
  columns.map((column, i) => {
    const texts = [rangeText(column), ...rows.slice(0, 30).map((row) => row[i] ?? '')]
    const typeWidth = measure(typeLabel(column.type), headSize, 500) + typeIconsWidth
    const nameWidth = Math.max(measure(column.name, headSize, 600), column.name.length * headSize * monoAdvance) + nameFrameWidth
    return Math.min(maxWidth, Math.max(minWidth, contentWidth(column.name, texts, { least: Math.max(typeWidth, nameWidth) })))
  })

/** The key under which both tables of a preview share their column widths. */
export const previewId = (tableId: string): string => `upload ${tableId}`

/** Column widths for a table below the preview, aligned with those of the preview. */
export const usePreviewWidths = (
  preview: UploadPreview,
  tableId: string,
  frame: Parameters<typeof useClientWidth>[0],
): {
  columnGroup: ReactNode
  /** Indexes of the preview's columns in display order. */
  order: number[]
  /** The width of the table, and the left position of sticky content after the line numbers. */
  style: CSSProperties & { '--behind-line': string }
} => {
  const numbers = lineNumberWidth(preview)
  const own: (SizedColumn & { pin?: Pin })[] = [
    { key: 'line', width: numbers, pin: 'start' },
    ...columnWidths(preview).map((content, i) => ({ key: String(i), content })),
  ]
  const { columns, widths, total } = useColumns({ id: previewId(tableId), columns: own, available: useClientWidth(frame) })
  const columnGroup = (
    <colgroup>
      {widths.map((width, i) => (
        <col key={i} style={{ width }} />
      ))}
    </colgroup>
  )
  const order = columns.slice(1).map(({ key }) => Number(key))
  return { columnGroup, order, style: { width: total, '--behind-line': `${numbers + 12}px` } }
}
