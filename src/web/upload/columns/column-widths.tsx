import type { CSSProperties, ReactNode } from 'react'
import type { UploadPreview } from '#api/upload.ts'
import { contentWidth } from '../../ui/table/columns/content-width.ts'
import { useClientWidth, useColumns } from '../../ui/table/columns/use-columns.ts'
import { rangeOf } from './column-types.ts'

const letter = 7.6
const padding = 24
const [least, most] = [96, 240]

/** px for the longest line number that the tables show, whole. */
const lineNumberWidth = ({ rows, rejected }: Pick<UploadPreview, 'rows' | 'rejected'>): number => {
  const last = Math.max(rows.length, ...rejected.first.map(({ line }) => line ?? 0))
  return Math.max(40, Math.ceil(String(last).length * letter) + padding)
}

/** px of each column by what is in it. */
export const columnWidths = ({ columns, rows }: Pick<UploadPreview, 'columns' | 'rows'>): number[] =>
  columns.map((column, i) => {
    const texts = [rangeOf(column), ...rows.slice(0, 30).map((row) => row[i] ?? '')]
    return Math.min(most, Math.max(least, contentWidth(column.name, texts)))
  })

/** Widths for the tables over a preview: they stand in line, and what a person sets in one holds in all. */
export const usePreviewWidths = (
  preview: UploadPreview,
  tableId: string,
  frame: Parameters<typeof useClientWidth>[0],
): {
  /** px that each column needs, and has. */
  contents: number[]
  widths: number[]
  resize: (index: number, width: number) => void
  columnGroup: ReactNode
  /** How wide the table is, and where what stays in sight begins behind the line numbers. */
  style: CSSProperties & { '--behind-line': string }
} => {
  const numbers = lineNumberWidth(preview)
  const contents = columnWidths(preview)
  const { widths, resize } = useColumns(
    `upload ${tableId}`,
    contents.map((content, i) => ({ key: String(i), content })),
    useClientWidth(frame) - numbers,
  )
  const columnGroup = (
    <colgroup>
      <col style={{ width: numbers }} />
      {widths.map((width, i) => (
        <col key={i} style={{ width }} />
      ))}
    </colgroup>
  )
  const width = widths.reduce((sum, one) => sum + one, numbers)
  return { contents, widths, resize, columnGroup, style: { width, '--behind-line': `${numbers + 12}px` } }
}
