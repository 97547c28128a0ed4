import type { OutlinedTable } from '#api/database-catalogue.ts'

/** An outlined table, and all its names in lower case. */
type Indexed = { table: OutlinedTable; text: string }

export type OutlineIndex = readonly Indexed[]

/** Made once for an outline, so that a search only compares. */
export const indexOutline = (tables: readonly OutlinedTable[]): OutlineIndex =>
  tables.map((table) => ({
    table,
    text: [table.schema, table.name, ...table.columns.map(({ name }) => name)].join('\n').toLowerCase(),
  }))

/** A table whose name is found, or the columns of it that are. */
export type FoundTable = { table: OutlinedTable; columns: OutlinedTable['columns'] }
export type FoundSchema = { name: string; tables: FoundTable[] }

/** Schemas, tables and columns with a text in their names. */
export const searchOutline = (index: OutlineIndex, search: string): FoundSchema[] => {
  const needle = search.trim().toLowerCase()
  const found = new Map<string, FoundTable[]>()
  for (const { table, text } of index) {
    if (!text.includes(needle)) continue
    const tables = found.get(table.schema) ?? []
    found.set(table.schema, tables)
    const isNamed = table.name.toLowerCase().includes(needle)
    const columns = table.columns.filter(({ name }) => name.toLowerCase().includes(needle))
    if (isNamed || columns.length > 0) tables.push({ table, columns })
  }
  return [...found].map(([name, tables]) => ({ name, tables }))
}
