import type { OutlinedTable } from '#api/database-catalogue.ts'

type Named<T> = { of: T; lower: string }

/** An outlined table, all its names in lower case, and each. */
type Indexed = Named<OutlinedTable> & { all: string; columns: readonly Named<OutlinedTable['columns'][number]>[] }

export type OutlineIndex = readonly Indexed[]

const named = <T extends { name: string }>(of: T): Named<T> => ({ of, lower: of.name.toLowerCase() })

/** Made once for an outline, so that a search only compares. */
export const indexOutline = (tables: readonly OutlinedTable[]): OutlineIndex =>
  tables.map((table) => {
    const [own, columns] = [named(table), table.columns.map(named)]
    return { ...own, columns, all: [table.schema.toLowerCase(), own.lower, ...columns.map(({ lower }) => lower)].join('\n') }
  })

/** A table whose name is found, or the columns of it that are. */
export type FoundTable = { table: OutlinedTable; columns: OutlinedTable['columns'] }
export type FoundSchema = { name: string; tables: FoundTable[] }

/** Schemas, tables and columns with a text in their names. */
export const searchOutline = (index: OutlineIndex, search: string): FoundSchema[] => {
  const needle = search.trim().toLowerCase()
  const found = new Map<string, FoundTable[]>()
  for (const { of: table, lower, all, columns } of index) {
    if (!all.includes(needle)) continue
    const tables = found.get(table.schema) ?? []
    found.set(table.schema, tables)
    const foundIn = columns.filter((column) => column.lower.includes(needle)).map((column) => column.of)
    if (lower.includes(needle) || foundIn.length > 0) tables.push({ table, columns: foundIn })
  }
  return [...found].map(([name, tables]) => ({ name, tables }))
}
