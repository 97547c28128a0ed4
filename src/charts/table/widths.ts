import { sizes } from '#core/theme/tokens.ts'
import { tabularMeasure } from '#core/theme/tabular-measure.ts'
import type { DrawContext } from '../chart.ts'
import type { TableColumn } from './columns.ts'

const pad = 24
const arrow = 20
const looked = 60
/** px of a column whose long texts are cut and that has no width of its own. */
const truncatedWidth = 120

/** Measures the texts of a column: numbers and times have equal digits, words have not. */
export const measureOf = ({ words }: TableColumn, measure: DrawContext['measure']): DrawContext['measure'] =>
  words ? measure : tabularMeasure(measure)

/** The least and the wished width of each column, px: by its head and its first rows; long words may give way. */
export const columnWidths = (columns: TableColumn[], rows: number, measure: DrawContext['measure']): { least: number; wished: number }[] =>
  columns.map((column) => {
    const measureText = measureOf(column, measure)
    let content = column.bars ? 72 : 24
    for (let row = 0; row < Math.min(rows, looked); row++) content = Math.max(content, measureText(column.text(row), sizes.control))
    const head = measure(column.label, sizes.control, 500) + arrow
    const wished = Math.ceil(Math.min(column.words ? 360 : Infinity, Math.max(content, Math.min(head, 220))) + pad)
    if (column.isTruncated) return { least: column.width ?? truncatedWidth, wished: column.width ?? truncatedWidth }
    return { least: column.width ?? Math.min(wished, column.words ? 120 : wished), wished: Math.max(column.width ?? 0, wished) }
  })

/** A grid template in which every column has its least width and shares what is left by its wished one. */
export const gridTemplate = (widths: { least: number; wished: number }[]): string =>
  widths.map(({ least, wished }) => `minmax(${least}px, ${wished}fr)`).join(' ')

/** The widths that a browser gives the columns of such a template within so many px. A column that wishes nothing has its least width. */
export const resolveTemplate = (widths: { least: number; wished: number }[], available: number): number[] => {
  const sum = (width: (column: { least: number; wished: number }) => number) => widths.reduce((total, column) => total + width(column), 0)
  const rest = available - sum(({ least, wished }) => (wished ? 0 : least))
  const share = Math.max(0, rest) / sum(({ wished }) => wished)
  const fitted = widths.map(({ least, wished }) => ({ least, wished: wished * share < least ? 0 : wished }))
  return fitted.some(({ wished }, i) => wished !== widths[i]?.wished)
    ? resolveTemplate(fitted, available)
    : widths.map(({ least, wished }) => (wished ? wished * share : least))
}
