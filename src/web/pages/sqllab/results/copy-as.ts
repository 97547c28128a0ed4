import { cell, isNumeric, type Column, type Table } from '#core/table.ts'
import { exactText } from '../../../data-grid/cells/exact-text.ts'

const linesOf = (table: Table, line: (cells: (string | null)[]) => string): string[] =>
  Array.from({ length: table.rowCount }, (_, row) => line(table.columns.map((column) => exactText(column, row))))

/** A table of Markdown. */
export const toMarkdown = (table: Table): string => {
  const clean = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(table.columns.map(({ name }) => clean(name))),
    line(table.columns.map((column) => (isNumeric(column) ? '---:' : '---'))),
    ...linesOf(table, (cells) => line(cells.map((text) => clean(text ?? '')))),
  ].join('\n')
}

const jsonOf = (column: Column, row: number): string => {
  const value = cell(column, row)
  if (value === null || typeof value === 'boolean' || (typeof value === 'object' && value !== null)) return JSON.stringify(value)
  const text = exactText(column, row) ?? ''
  return isNumeric(column) ? text : JSON.stringify(text)
}

/** An array of objects; numbers keep their digits. */
export const toJson = (table: Table): string => {
  const objectOf = (row: number) =>
    `  {${table.columns.map((column) => `${JSON.stringify(column.name)}: ${jsonOf(column, row)}`).join(', ')}}`
  return `[\n${Array.from({ length: table.rowCount }, (_, row) => objectOf(row)).join(',\n')}\n]`
}

const literal = (column: Column, text: string | null): string => {
  if (text === null) return 'NULL'
  if (isNumeric(column)) return text
  return column.type === 'boolean' ? text.toUpperCase() : `'${text.replaceAll("'", "''")}'`
}

/** A VALUES list of SQL. */
export const toSqlValues = (table: Table): string => {
  const rows = linesOf(
    table,
    (cells) => `  (${cells.map((text, i) => (table.columns[i] ? literal(table.columns[i], text) : 'NULL')).join(', ')})`,
  )
  return `VALUES\n${rows.join(',\n')}`
}
