import type { OutlinedTable, TableExtra, TableMetadata } from '#api/database-catalogue.ts'
import { searchOutline, type OutlineIndex } from './search-outline.ts'
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

/** All lines of the tree. There can be very many, and those in view are made alone. */
export type TreeRows = { count: number; slice: (start: number, end: number) => TreeRow[] }

/** So many lines that belong together. */
type Part = { count: number; rows: () => TreeRow[] }

const made = (...rows: TreeRow[]): Part => ({ count: rows.length, rows: () => rows })

const rowsOf = (parts: readonly Part[]): TreeRows => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  slice: (start, end) => {
    const found: TreeRow[] = []
    let first = 0
    for (const { count, rows } of parts) {
      if (first >= end) break
      if (first + count > start) found.push(...rows().slice(Math.max(0, start - first), end - first))
      first += count
    }
    return found
  },
})

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

  type TablePlace = { depth: number; isPinnedAbove?: boolean; found?: OutlinedTable['columns'] }

  const openTables = new Set([...open].map((key) => nodeOf(keyOfPinned(key)).table))

  const tablePart = (node: TableNode, type: string, { depth, isPinnedAbove = false, found = [] }: TablePlace): Part => {
    const keyOfRow = () => `${isPinnedAbove ? 'pinned ' : ''}${keyOf(node)}`
    // Writing the keys of thousands of tables takes long.
    const isOpen = openTables.has(node.table) && open.has(keyOfRow())
    const row = (): TreeRow => ({ key: keyOfRow(), depth, kind: 'table', node, type, isOpen, isPinnedAbove })
    if (!isOpen) return { count: 1 + found.length, rows: () => [row(), ...foundColumns(keyOfRow(), found, depth + 1)] }
    const key = keyOfRow()
    const loaded = data.table(node)
    if ('note' in loaded) return made(row(), note(key, depth + 1, loaded))
    const { columns, keys, partitions } = loaded.parts
    return made(
      row(),
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

  const schemaParts = (catalog: string | null, schema: string, depth: number): Part[] => {
    const node = { catalog, schema }
    const key = keyOf(node)
    const isOpen = open.has(key)
    const row = made({ key, depth, kind: 'schema', node, name: schema, isOpen })
    if (!isOpen) return [row]
    const loaded = data.tables(node)
    if ('note' in loaded) return [row, made(note(key, depth + 1, loaded))]
    return [row, ...loaded.parts.map(({ value, type }) => tablePart({ ...node, table: value }, type, { depth: depth + 1 }))]
  }

  const browsed = (catalog: string | null, depth: number): Part[] => {
    const loaded = data.schemas(catalog)
    if ('note' in loaded) return [made(note(keyOf({ catalog }), depth, loaded))]
    return loaded.parts.flatMap((schema) => schemaParts(catalog, schema, depth))
  }

  const found = (catalog: string | null, depth: number): Part[] =>
    searchOutline(data.index(catalog) ?? [], search).flatMap(({ name, tables }) => {
      if (tables.length === 0) return schemaParts(catalog, name, depth)
      const node = { catalog, schema: name }
      return [
        made({ key: keyOf(node), depth, kind: 'schema', node, name, isOpen: true }),
        ...tables.map(({ table, columns }) => tablePart({ ...node, table: table.name }, table.type, { depth: depth + 1, found: columns })),
      ]
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
  const above = isSearching ? [] : pinned.map((node) => tablePart(node, 'table', { depth: 0, isPinnedAbove: true }))
  return rowsOf([
    ...above,
    ...data.catalogs.flatMap((catalog): Part[] => {
      if (catalog === null) return isSearching ? found(catalog, 0) : browsed(catalog, 0)
      const node = { catalog }
      const isOpen = open.has(keyOf(node))
      const parts = isSearching ? found(catalog, 1) : isOpen ? browsed(catalog, 1) : []
      if (isSearching && parts.length === 0 && !catalog.toLowerCase().includes(search.trim().toLowerCase())) return []
      return [made({ key: keyOf(node), depth: 0, kind: 'catalog', node, name: catalog, isOpen: isOpen || parts.length > 0 }), ...parts]
    }),
  ])
}
