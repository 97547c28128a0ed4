import type { CSSProperties, ReactNode } from 'react'
import type { UploadPreview } from '#api/upload.ts'
import { contentWidth } from '../../ui/table/columns/content-width.ts'
import { useClientWidth, useColumns } from '../../ui/table/columns/use-columns.ts'
import type { Pin } from '../../ui/table/model/pins.ts'
import type { SizedColumn } from '../../ui/table/model/resolve-widths.ts'
import { rangeOf, typeLabel } from './column-types.ts'
import { measure } from '../../ui/text/measure.ts'

const digitWidthPx = 7.6
const padding = 24
const [minWidth, maxWidth] = [96, 240]

const typeSize = 12
/** px of the icons before and after the name of a type. */
const besideType = 40

/** px for the longest line number that the tables show, whole. */
export const lineNumberWidth = ({ rows, rejected }: Pick<UploadPreview, 'rows' | 'rejected'>): number => {
  const last = Math.max(rows.length, ...rejected.first.map(({ line }) => line ?? 0))
  return Math.max(40, Math.ceil(String(last).length * digitWidthPx) + padding)
}

/** px of each column by what is in it. */
export const columnWidths = ({ columns, rows }: Pick<UploadPreview, 'columns' | 'rows'>): number[] =>
  columns.map((column, i) => {
    const texts = [rangeOf(column), ...rows.slice(0, 30).map((row) => row[i] ?? '')]
    const typeWidth = measure(typeLabel(column.type), typeSize, 500) + besideType
    return Math.min(maxWidth, Math.max(minWidth, contentWidth(column.name, texts, { least: typeWidth })))
  })

/** What the widths of the tables over a preview are remembered by. */
export const previewId = (tableId: string): string => `upload ${tableId}`

/** Widths for a table under the preview: its columns stand in line, and take what a person sets there. */
export const usePreviewWidths = (
  preview: UploadPreview,
  tableId: string,
  frame: Parameters<typeof useClientWidth>[0],
): {
  columnGroup: ReactNode
  /** Indices of the preview's columns in the order that they stand. */
  order: number[]
  /** How wide the table is, and where what stays in sight begins behind the line numbers. */
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
