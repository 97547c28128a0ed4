import type { Currency } from '#core/format/currency.ts'
import { asRecord, isObject } from '#core/query/read.ts'

/** How a person wants one column of a table, or one metric of a radar, to look (reference/viz-types.md §16). */
export type ColumnStyle = {
  columnWidth?: number | string
  horizontalAlign?: 'left' | 'center' | 'right'
  d3NumberFormat?: string
  d3SmallNumberFormat?: string
  d3TimeFormat?: string
  fractionDigits?: number
  showCellBars?: boolean
  alignPositiveNegative?: boolean
  colorPositiveNegative?: boolean
  truncateLongCells?: boolean
  currencyFormat?: Currency | null
  radarMetricMaxValue?: number | string | null
}

/** By the name of the column. */
export type ColumnStyles = Readonly<Record<string, ColumnStyle>>

const isStyled = (entry: [string, unknown]): entry is [string, ColumnStyle] => isObject(entry[1])

/** The styles in what a form holds. */
export const readColumnStyles = (value: unknown): ColumnStyles => Object.fromEntries(Object.entries(asRecord(value)).filter(isStyled))
