import type { OutlinedTable } from '../engine.ts'

/** Text without a value is null. */
type Ask = (sql: string) => Promise<(string | null | undefined)[][]>

/** Rows of schema, table, kind of table, column, and type, the columns of a table together and in their order. */
export const groupOutline = (rows: readonly (string | null | undefined)[][]): OutlinedTable[] => {
  const tables: OutlinedTable[] = []
  for (const [schema, name, kind, column, type] of rows) {
    let table = tables.at(-1)
    if (!table || table.schema !== schema || table.name !== name) {
      table = { schema: schema ?? '', name: name ?? '', kind: /view/i.test(kind ?? '') ? 'view' : 'table', columns: [] }
      tables.push(table)
    }
    if (column) table.columns.push({ name: column, type: type ?? '' })
  }
  return tables
}

/** Asks the standard's views, whose names start with `prefix`. `where` leaves out the system's own schemas. */
export const standardOutline = async (ask: Ask, { prefix = '', where }: { prefix?: string; where: string }): Promise<OutlinedTable[]> =>
  groupOutline(
    await ask(
      `SELECT c.table_schema, c.table_name, t.table_type, c.column_name, c.data_type FROM ${prefix}information_schema.columns c JOIN ${prefix}information_schema.tables t ON t.table_catalog = c.table_catalog AND t.table_schema = c.table_schema AND t.table_name = c.table_name WHERE ${where} ORDER BY c.table_schema, c.table_name, c.ordinal_position`,
    ),
  )
