import type { CSSProperties } from 'react'
import type { UploadPreview } from '#api/upload.ts'
import { rangeOf } from './column-types.ts'

const letter = 7.6
const padding = 24
const [least, most] = [96, 240]

/** px for the longest line number that the tables show, whole. */
const lineNumberWidth = ({ rows, rejected }: Pick<UploadPreview, 'rows' | 'rejected'>): number => {
  const last = Math.max(rows.length, ...rejected.first.map(({ line }) => line))
  return Math.max(40, Math.ceil(String(last).length * letter) + padding)
}

/** px of each column by what is in it, so that several tables over the same columns can stand in line. */
export const columnWidths = ({ columns, rows }: Pick<UploadPreview, 'columns' | 'rows'>): number[] =>
  columns.map((column, i) => {
    const texts = [column.name, rangeOf(column), ...rows.slice(0, 30).map((row) => row[i] ?? '')]
    const wanted = Math.max(...texts.map(({ length }) => length)) * letter + padding
    return Math.round(Math.max(least, Math.min(most, wanted)))
  })

/** The widths for a table of fixed layout, before it the column of line numbers. */
export const ColumnWidths = ({ preview }: { preview: UploadPreview }) => {
  const widths = columnWidths(preview)
  const sum = widths.reduce((total, width) => total + width, 0)
  return (
    <colgroup>
      <col style={{ width: lineNumberWidth(preview) }} />
      {widths.map((width, i) => (
        <col key={i} style={{ width: `${((width / sum) * 100).toFixed(3)}%` }} />
      ))}
    </colgroup>
  )
}

/** How wide the table is at least, before it scrolls, and where what stays in sight begins behind the line numbers. */
export const tableStyle = (preview: UploadPreview): CSSProperties & { '--behind-line': string } => {
  const numbers = lineNumberWidth(preview)
  const minWidth = numbers + columnWidths(preview).reduce((total, width) => total + width, 0)
  return { minWidth, '--behind-line': `${numbers + 12}px` }
}
