import { genericType, cell, type Column, type Table } from '#core/table.ts'
import type { ColumnKind } from '#core/filters/values/filter-question.ts'
import { textOfValue } from '#core/filters/values/value-text.ts'
import { optionLimit } from '#core/filters/values/filter-question.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { readAnswer } from '../../../../../frame/data/answer.ts'
import { parseJson } from '../../../../../data/wire/parse-json.ts'

export type FilterOption = { value: string | number | boolean | null; label: string }

/** What a filter offers: values to choose from, or the two ends of its data. */
export type FilterOffer = {
  options: FilterOption[]
  /** All values that there are, not only the first of many. */
  isComplete: boolean
  columnKind: ColumnKind
  /** null where there are no numbers. */
  bounds: [min: number, max: number] | null
}

export const noOffer: FilterOffer = { options: [], isComplete: true, columnKind: undefined, bounds: null }

/** `2020-01-31`, with the time of day where there is one. */
const timeLabel = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace(/T00:00:00\.000Z$|\.000Z$/, '')
    .replace('T', ' ')

const kinds: Record<number, ColumnKind> = { 0: 'number', 1: 'text' }

const optionOf = (column: Column, row: number): FilterOption => {
  const exact = 'exact' in column ? column.exact?.[row] : null
  const value = exact ?? cell(column, row)
  if (value === null) return { value, label: textOfValue(value) }
  if (typeof value === 'number' && genericType[column.type] === 2) return { value, label: timeLabel(value) }
  if (typeof value === 'object') return { value: JSON.stringify(value), label: JSON.stringify(value) }
  return { value, label: textOfValue(value) }
}

/** The table of the first query of an answer. */
export const readFirstTable = (text: string): Table | undefined => readAnswer(text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables[0]

const readOptions = (text: string): FilterOffer => {
  const table = readFirstTable(text)
  const [column] = table?.columns ?? []
  if (!table || !column) return noOffer
  return {
    ...noOffer,
    options: Array.from({ length: table.rowCount }, (_, row) => optionOf(column, row)),
    isComplete: table.rowCount < optionLimit,
    columnKind: kinds[genericType[column.type]] ?? 'other',
  }
}

/** The ends of a column of numbers; of another column its kind. */
const readBounds = (text: string): FilterOffer => {
  const table = readFirstTable(text)
  const [first, last] = ['min', 'max'].map((name) => {
    const column = table?.columns.find((one) => one.name === name)
    return column && table && table.rowCount > 0 ? cell(column, 0) : null
  })
  if (first === null || first === undefined || last === null || last === undefined) return noOffer
  const [min, max] = [Number(first), Number(last)]
  return Number.isFinite(min) && Number.isFinite(max) ? { ...noOffer, bounds: [min, max] } : { ...noOffer, columnKind: 'other' }
}

const rowsIn = (text: string): Record<string, unknown>[] => {
  const [result] = asList(asRecord(parseJson(text))['result'])
  return asList(asRecord(result)['data']).map(asRecord)
}

const temporal = 2

const columnOption = ({ column_name, verbose_name }: Record<string, unknown>): FilterOption => ({
  value: String(column_name),
  label: String(verbose_name || column_name),
})

const readColumns = (text: string): FilterOffer => ({ ...noOffer, options: rowsIn(text).map(columnOption) })

const readTimeColumns = (text: string): FilterOffer => ({
  ...noOffer,
  options: rowsIn(text)
    .filter(({ dtype }) => dtype === temporal)
    .map(columnOption),
})

const readTimeGrains = (text: string): FilterOffer => ({
  ...noOffer,
  options: rowsIn(text).map(({ duration, name }) => ({ value: String(duration), label: String(name) })),
})

const readers: Record<string, (text: string) => FilterOffer> = {
  filter_range: readBounds,
  filter_timecolumn: readTimeColumns,
  filter_timegrain: readTimeGrains,
  filter_groupby: readColumns,
}

/** Reads what the server answers to the question of a filter of this type. */
export const readOffer = (filterType: string, text: string): FilterOffer => (readers[filterType] ?? readOptions)(text)
