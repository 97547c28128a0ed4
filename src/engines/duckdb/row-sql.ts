import type { ResultColumn } from './result-columns.ts'
import { readableAs } from './result-columns.ts'
import { formulasAreText } from '../encode/formulas.ts'
import { doubleQuoted } from '../shared/sql-text.ts'

/** `FROM (…) AS q(c0, c1)`: the statement comes first, so that the lines of its errors stay as they are. */
const source = (sql: string, columns: ResultColumn[]): string => `FROM (${sql}\n) AS q(${columns.map((_, i) => `c${i}`).join(', ')})`

const finiteOnly = (expression: string, value = expression): string => `CASE WHEN isfinite(${expression}) THEN ${value} END`

/** The same columns, with those that have no reader turned into text. */
export const readableSql = (sql: string, columns: ResultColumn[]): string | null => {
  const cells = columns.map((column, i) => readableAs(column, `c${i}`))
  if (cells.every((cell) => cell === null)) return null
  return `${source(sql, columns)} SELECT ${cells.map((cell, i) => `${cell ?? `c${i}`} AS ${doubleQuoted(`c${i}`)}`).join(', ')}`
}

const csvCell = (column: ResultColumn, expression: string): string => {
  switch (column.type) {
    case 'integer':
    case 'decimal':
      return expression
    case 'float':
    case 'date':
      return finiteOnly(expression)
    case 'timestamp':
      return finiteOnly(`CAST(${expression} AS TIMESTAMP)`)
    case 'instant':
      return finiteOnly(expression, `CAST(${expression} AT TIME ZONE 'UTC' AS VARCHAR) || '+00:00'`)
    case 'boolean':
      return `CASE WHEN ${expression} THEN 'True' WHEN NOT ${expression} THEN 'False' END`
    default:
      return csvText(readableAs(column, expression) ?? `CAST(${expression} AS VARCHAR)`)
  }
}

const formula = String.raw`'^(""|\s+)?[-@+|=%]'`

/** Fast pre-check by the first character and separators whether a text needs escaping: most do not, and patterns are slow. */
const isUnusual = (text: string): string =>
  [
    `ascii(${text}) <= 32`,
    `ascii(${text}) IN (${Array.from('%+-=@|', (mark) => mark.charCodeAt(0)).join(', ')})`,
    ...[`'"'`, `','`, 'chr(10)', 'chr(13)'].map((mark) => `contains(${text}, ${mark})`),
  ].join(' OR ')

const withoutFormulas = (text: string): string =>
  String.raw`CASE WHEN regexp_matches(${text}, ${formula}) AND NOT regexp_matches(${text}, '^-[0-9.]+$') THEN '''' || replace(${text}, '|', '\|') ELSE ${text} END`

/** As encode/csv.ts writes text: formulas disarmed, then quoted where needed. */
const csvText = (text: string): string => {
  const safe = formulasAreText() ? withoutFormulas(text) : text
  const quoted = String.raw`CASE WHEN regexp_matches(${safe}, '[",\n\r]') THEN '"' || replace(${safe}, '"', '""') || '"' ELSE ${safe} END`
  return `CASE WHEN ${isUnusual(text)} THEN ${quoted} ELSE ${text} END`
}

/**
 * The same rows, every cell as it is between the commas of a CSV. A line of one empty cell would be no line.
 * A LIMIT keeps the engine to one thread and is left out where there is none.
 */
export const csvCellsSql = (sql: string, columns: ResultColumn[], rowLimit = Number.MAX_SAFE_INTEGER): string => {
  const cells = columns.map((column, i) => csvCell(column, `c${i}`))
  const [only] = cells
  const select = cells.length === 1 ? `coalesce(nullif(CAST(${only} AS VARCHAR), ''), '""')` : cells.join(', ')
  const limit = rowLimit < Number.MAX_SAFE_INTEGER ? ` LIMIT ${rowLimit}` : ''
  return `${source(sql, columns)} SELECT ${select}${limit}`
}

const wrapper = /^(LINE 1: )((?:COPY \()?FROM \()(.*\n)( *)(?=\^)/m

/** Engine texts about a wrapped statement, as if it had run bare: the excerpt loses our words, the mark below moves along. */
export const unwrapped = (message: string): string =>
  message.replace(wrapper, (...[, line = '', ours = '', rest = '', blanks = '']: string[]) => line + rest + blanks.slice(ours.length))
