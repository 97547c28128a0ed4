import { cell, isNumeric } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'
import { downloadText } from '../frame/picture/download.ts'

/** The rows as a JSON array of objects; numbers keep all digits. */
export const jsonRows = (table: Table): string => {
  const text = (column: Column, row: number) => (isNumeric(column) && column.exact?.[row]) || JSON.stringify(cell(column, row))
  const names = table.columns.map(({ name }) => JSON.stringify(name))
  const rows = Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((column, i) => `${names[i]}: ${text(column, row)}`).join(', '),
  )
  return rows.length > 0 ? `[\n${rows.map((row) => `  {${row}}`).join(',\n')}\n]\n` : '[]\n'
}

export const downloadJson = (table: Table, name: string) => downloadText(jsonRows(table), `${name}.json`, 'application/json')
