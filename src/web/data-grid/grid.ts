import { leastOfTwoDecimals, numberFormatter, tinyDigits } from '#core/format/number.ts'
import { extentFormatter, holdsYears } from '#core/format/years.ts'
import { usualTimeFormatter } from '#core/format/time.ts'
import type { Translate } from '#core/i18n/t.ts'
import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, NumberColumn, Table } from '#core/table.ts'
import { exactText } from './cells/exact-text.ts'
import { maxDistinct } from './column-statistics.ts'

const decimals = (column: Column): number => {
  if (!isNumeric(column) || column.type === 'integer') return 0
  let most = 0
  for (let i = 0; i < Math.min(column.values.length, 500); i++) {
    const value = column.values[i] ?? Number.NaN
    if (!Number.isFinite(value)) continue
    const text = String(Math.round(value * 1e4) / 1e4)
    most = Math.max(most, text.includes('.') && !text.includes('e') ? text.length - text.indexOf('.') - 1 : 0)
  }
  return Math.min(most, 2)
}

const dayMs = 86_400_000

/** `May 2004` where every time is the first of a month, the date where all are midnights, else date and time. */
const timeFormatOf = (column: Column): string => {
  let [months, years, days] = [true, true, true]
  for (const value of column.values) {
    if (typeof value !== 'number' || !Number.isFinite(value)) continue
    const date = new Date(value)
    if (value % dayMs !== 0) days = false
    if (!days || date.getUTCDate() !== 1) months = false
    if (!months || date.getUTCMonth() !== 0) years = false
    if (!days) break
  }
  return years ? '%Y' : months ? '%b %Y' : days ? '%-d %b %Y' : '%Y-%m-%d %H:%M:%S'
}

const extentOf = ({ values }: NumberColumn): [number, number] => {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

/** Numbers with all their digits; years have no thousands marks. */
const exactNumber = (column: NumberColumn, locale: string): ((row: number) => string) => {
  const show = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals(column),
    maximumFractionDigits: 20,
    useGrouping: !holdsYears(column.name, extentOf(column)),
  })
  return (row) => {
    const text = exactText(column, row)
    if (text === null) return ''
    return column.exact?.[row] || text.includes('e') ? text : show.format(column.values[row] ?? Number.NaN)
  }
}

type CellFormat = {
  t: Translate
  /** Leaves times unformatted. */
  raw?: boolean
  format?: string | undefined
  /** Numbers are not rounded. */
  exact?: boolean
}

/** Formatter for the cells of a column. */
export const cellFormatter = (column: Column, { t, raw = false, format, exact = false }: CellFormat): ((row: number) => string) => {
  if (isTemporal(column)) {
    if (raw) return (row) => column.written?.[row] ?? String(cell(column, row) ?? '')
    const show = usualTimeFormatter(timeFormatOf(column), t.locale)
    return (row) => {
      const value = cell(column, row)
      return value === null ? '' : show(value)
    }
  }
  if (isNumeric(column) && exact) return exactNumber(column, t.locale)
  if (isNumeric(column)) {
    const digits = decimals(column)
    const plain = new Intl.NumberFormat(t.locale, { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 2) })
    const tiny = numberFormatter(tinyDigits, t.locale)
    const isTiny = (value: number) => value !== 0 && Math.abs(value) < leastOfTwoDecimals
    const rounded = (value: unknown) => (isTiny(Number(value)) ? tiny(value) : plain.format(Number(value)))
    const show = format ? numberFormatter(format, t.locale) : rounded
    return (row) => {
      const value = cell(column, row)
      const allDigits = column.exact?.[row]
      if (allDigits && !format && !Number.isSafeInteger(Math.trunc(Number(value)))) return allDigits
      return value === null ? '' : show(value)
    }
  }
  return (row) => {
    const value = cell(column, row)
    if (value === null) return ''
    return typeof value === 'object' ? JSON.stringify(value) : typeof value === 'boolean' ? (value ? t('true') : t('false')) : String(value)
  }
}

/** Formatter for copies of the cells of a column: as they are shown, but numbers have all their digits and no thousands marks. */
export const copyFormatter = (column: Column, format: CellFormat): ((row: number) => string) =>
  isNumeric(column) ? (row) => exactText(column, row) ?? '' : cellFormatter(column, format)

/** Characters of a cell that are drawn: more than the widest column has room for, however long the value is. */
const maxDrawn = 1_000

export const drawnText = (text: string): string => (text.length > maxDrawn ? `${text.slice(0, maxDrawn)}…` : text)

export type Summary =
  | { kind: 'range'; low: string; high: string; points: number[] }
  | { kind: 'count'; /** Null above `maxDistinct`. */ distinct: number | null }
  | { kind: 'none' }

const maxPoints = 56

/** Summary of a column: range and sparkline of numbers and times, or the number of distinct values. */
export const summaryOf = (column: Column, texts: (row: number) => string, t: Translate): Summary => {
  if (!isNumeric(column) && !isTemporal(column)) {
    const distinct = new Set<string>()
    for (let row = 0; row < column.values.length && distinct.size <= maxDistinct; row++)
      if (column.values[row] !== null) distinct.add(String(column.values[row]))
    return { kind: 'count', distinct: distinct.size > maxDistinct ? null : distinct.size }
  }
  let [low, high] = [-1, -1]
  const { values } = column
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value)) continue
    if (low < 0 || value < (values[low] ?? 0)) low = row
    if (high < 0 || value > (values[high] ?? 0)) high = row
  }
  if (low < 0) return { kind: 'none' }
  if (isTemporal(column)) {
    const [from, to] = [new Date(values[low] ?? 0).getUTCFullYear(), new Date(values[high] ?? 0).getUTCFullYear()]
    return from === to
      ? { kind: 'range', low: texts(low), high: texts(high), points: [] }
      : { kind: 'range', low: String(from), high: String(to), points: [] }
  }
  const step = Math.max(1, Math.floor(values.length / maxPoints))
  const points = Array.from({ length: Math.min(values.length, maxPoints) }, (_, i) => values[i * step] ?? Number.NaN)
  const ends = [Number(values[low]), Number(values[high])] as const
  const show = extentFormatter(column.name, ends, t.locale)
  return { kind: 'range', low: show(ends[0]), high: show(ends[1]), points }
}

const withoutBreaks = (text: string) => text.replaceAll(/[\t\n\r]+/g, ' ')

/** Cells as tab-separated text, for pasting into spreadsheets. */
export const tabSeparatedCells = (rows: ArrayLike<number>, texts: ((row: number) => string)[]): string =>
  Array.from(rows, (row) => texts.map((text) => withoutBreaks(text(row))).join('\t')).join('\n')

/** Cells as tab-separated text below the names of their columns. */
export const toTabSeparated = (table: Table, rows: ArrayLike<number>, texts: ((row: number) => string)[]): string => {
  const head = table.columns.map(({ name }) => withoutBreaks(name)).join('\t')
  return rows.length === 0 ? head : `${head}\n${tabSeparatedCells(rows, texts)}`
}
