import type { OutlinedTable, TableExtra, TableMetadata } from '#api/database-catalogue.ts'
import { searchOutline, type FoundTable, type OutlineIndex } from './search-outline.ts'
import { keyOf, keyOfPinned, nodeOf, type Node, type TableNode } from './tree-nodes.ts'

export type Column = Pick<TableMetadata['columns'][number], 'name' | 'type' | 'comment'>
export type TableName = { value: string; type: string }
type Partitions = NonNullable<TableExtra['partitions']>

/** What is known of a place: its parts, or why they are not there. */
export type Loaded<T> = { parts: T } | { note: string; isFault: boolean }

export type TableParts = {
  columns: readonly Column[]
  keys: readonly string[]
  partitions: Partitions | null
}

/** Everything that has been read of a database. */
export type TreeData = {
  /** Without the level of catalogs: only the one that is null. */
  catalogs: readonly (string | null)[]
  schemas: (catalog: string | null) => Loaded<readonly string[]>
  tables: (node: Node) => Loaded<readonly TableName[]>
  table: (node: TableNode) => Loaded<TableParts>
  /** The searchable names of a catalog; null before they are read. */
  index: (catalog: string | null) => OutlineIndex | null
}

/** One line of the tree. */
export type TreeRow = { key: string; depth: number } & (
  | { kind: 'catalog'; node: Node; name: string; isOpen: boolean }
  | { kind: 'schema'; node: Node; name: string; isOpen: boolean }
  | { kind: 'table'; node: TableNode; type: string; isOpen: boolean; isPinnedAbove: boolean }
  | { kind: 'column'; column: Column; isKey: boolean }
  | { kind: 'partitions'; partitions: Partitions }
  | { kind: 'note'; text: string; isFault: boolean }
)

/** Lines of which there can be very many: only those in view are made. */
export type TreeRows = { count: number; slice: (start: number, end: number) => TreeRow[] }

const rowsOf = (...rows: TreeRow[]): TreeRows => ({ count: rows.length, slice: (start, end) => rows.slice(start, end) })

type Counted<T> = { count: (item: T) => number; rows: (item: T) => TreeRows }

/** The lines of some things below each other. */
const rowsOfEach = <T>(items: readonly T[], { count, rows }: Counted<T>): TreeRows => ({
  count: items.reduce((sum, item) => sum + count(item), 0),
  slice: (start, end) => {
    const found: TreeRow[] = []
    let first = 0
    for (const item of items) {
      if (first >= end) break
      const after = first + count(item)
      if (after > start) found.push(...rows(item).slice(Math.max(0, start - first), end - first))
      first = after
    }
    return found
  },
})

const joined = (parts: readonly TreeRows[]): TreeRows => rowsOfEach(parts, { count: ({ count }) => count, rows: (part) => part })

type Shown = { open: ReadonlySet<string>; pinned: readonly TableNode[]; search: string }

/** The lines of the tree: what is open, or what a search finds. */
export const treeRows = (data: TreeData, { open, pinned, search }: Shown): TreeRows => {
  const note = (key: string, depth: number, loaded: { note: string; isFault: boolean }): TreeRow => ({
    key: `${key} note`,
    depth,
    kind: 'note',
    text: loaded.note,
    isFault: loaded.isFault,
  })

  type TableLines = { depth: number; isPinnedAbove?: boolean; found?: OutlinedTable['columns'] }

  const tableRows = (node: TableNode, type: string, { depth, isPinnedAbove = false, found = [] }: TableLines): TreeRows => {
    const key = `${isPinnedAbove ? 'pinned ' : ''}${keyOf(node)}`
    const isOpen = open.has(key)
    const row: TreeRow = { key, depth, kind: 'table', node, type, isOpen, isPinnedAbove }
    if (!isOpen) return rowsOf(row, ...foundColumns(key, found, depth + 1))
    const loaded = data.table(node)
    if ('note' in loaded) return rowsOf(row, note(key, depth + 1, loaded))
    const { columns, keys, partitions } = loaded.parts
    return rowsOf(
      row,
      ...columns.map((column): TreeRow => ({
        key: `${key} ${column.name}`,
        depth: depth + 1,
        kind: 'column',
        column,
        isKey: keys.includes(column.name),
      })),
      ...(partitions ? [{ key: `${key} partitions`, depth: depth + 1, kind: 'partitions' as const, partitions }] : []),
    )
  }

  // Almost no table is open, and making the key of each one takes long.
  const openTables = new Set([...open].map((key) => nodeOf(keyOfPinned(key)).table))

  const rowsOfTables = (schema: Omit<TableNode, 'table'>, tables: readonly FoundTable[], depth: number): TreeRows => {
    const rows = ({ name, type, columns }: FoundTable) => tableRows({ ...schema, table: name }, type, { depth, found: columns })
    return rowsOfEach(tables, { count: (table) => (openTables.has(table.name) ? rows(table).count : 1 + table.columns.length), rows })
  }

  const schemaRows = (catalog: string | null, schema: string, depth: number): TreeRows => {
    const node = { catalog, schema }
    const key = keyOf(node)
    const isOpen = open.has(key)
    const row: TreeRow = { key, depth, kind: 'schema', node, name: schema, isOpen }
    if (!isOpen) return rowsOf(row)
    const loaded = data.tables(node)
    if ('note' in loaded) return rowsOf(row, note(key, depth + 1, loaded))
    const tables = loaded.parts.map(({ value, type }) => ({ name: value, type, columns: [] }))
    return joined([rowsOf(row), rowsOfTables(node, tables, depth + 1)])
  }

  const browsed = (catalog: string | null, depth: number): TreeRows[] => {
    const loaded = data.schemas(catalog)
    if ('note' in loaded) return [rowsOf(note(keyOf({ catalog }), depth, loaded))]
    return loaded.parts.map((schema) => schemaRows(catalog, schema, depth))
  }

  const found = (catalog: string | null, depth: number): TreeRows[] =>
    searchOutline(data.index(catalog) ?? [], search).map(({ name, tables }) => {
      if (tables.length === 0) return schemaRows(catalog, name, depth)
      const node = { catalog, schema: name }
      return joined([rowsOf({ key: keyOf(node), depth, kind: 'schema', node, name, isOpen: true }), rowsOfTables(node, tables, depth + 1)])
    })

  const foundColumns = (table: string, columns: OutlinedTable['columns'], depth: number): TreeRow[] =>
    columns.map(({ name, type }) => ({
      key: `${table} ${name}`,
      depth,
      kind: 'column',
      column: { name, type, comment: null },
      isKey: false,
    }))

  const isSearching = search.trim() !== ''
  const above = isSearching ? [] : pinned.map((node) => tableRows(node, 'table', { depth: 0, isPinnedAbove: true }))
  return joined([
    ...above,
    ...data.catalogs.flatMap((catalog): TreeRows[] => {
      if (catalog === null) return isSearching ? found(catalog, 0) : browsed(catalog, 0)
      const node = { catalog }
      const isOpen = open.has(keyOf(node))
      const parts = isSearching ? found(catalog, 1) : isOpen ? browsed(catalog, 1) : []
      if (isSearching && parts.length === 0 && !catalog.toLowerCase().includes(search.trim().toLowerCase())) return []
      return [rowsOf({ key: keyOf(node), depth: 0, kind: 'catalog', node, name: catalog, isOpen: isOpen || parts.length > 0 }), ...parts]
    }),
  ])
}
