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
export type FoundTable = Pick<OutlinedTable, 'name' | 'type' | 'columns'>
export type FoundSchema = { name: string; tables: FoundTable[] }

const noColumns: OutlinedTable['columns'] = []

const foundIn = (columns: Indexed['columns'], needle: string): OutlinedTable['columns'] => {
  let found = noColumns
  for (const { of, lower } of columns) {
    if (!lower.includes(needle)) continue
    if (found === noColumns) found = [of]
    else found.push(of)
  }
  return found
}

/** Schemas, tables and columns with a text in their names. */
export const searchOutline = (index: OutlineIndex, search: string): FoundSchema[] => {
  const needle = search.trim().toLowerCase()
  const found = new Map<string, FoundTable[]>()
  for (const { of: table, lower, all, columns: indexed } of index) {
    if (!all.includes(needle)) continue
    const tables = found.get(table.schema) ?? []
    found.set(table.schema, tables)
    const columns = foundIn(indexed, needle)
    if (lower.includes(needle) || columns.length > 0) tables.push({ name: table.name, type: table.type, columns })
  }
  return [...found].map(([name, tables]) => ({ name, tables }))
}
