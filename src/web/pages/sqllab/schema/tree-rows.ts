import type { OutlinedTable, TableExtra, TableMetadata } from '#api/database-catalogue.ts'
import { searchOutline, type OutlineIndex } from './search-outline.ts'
import { keyOf, type Node, type TableNode } from './tree-nodes.ts'

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

type Shown = { open: ReadonlySet<string>; pinned: readonly TableNode[]; search: string }

/** The lines of the tree: what is open, or what a search finds. */
export const treeRows = (data: TreeData, { open, pinned, search }: Shown): TreeRow[] => {
  const note = (key: string, depth: number, loaded: { note: string; isFault: boolean }): TreeRow => ({
    key: `${key} note`,
    depth,
    kind: 'note',
    text: loaded.note,
    isFault: loaded.isFault,
  })

  const tableRows = (node: TableNode, type: string, { depth, isPinnedAbove = false }: { depth: number; isPinnedAbove?: boolean }) => {
    const key = `${isPinnedAbove ? 'pinned ' : ''}${keyOf(node)}`
    const isOpen = open.has(key)
    const row: TreeRow = { key, depth, kind: 'table', node, type, isOpen, isPinnedAbove }
    if (!isOpen) return [row]
    const loaded = data.table(node)
    if ('note' in loaded) return [row, note(key, depth + 1, loaded)]
    const { columns, keys, partitions } = loaded.parts
    return [
      row,
      ...columns.map((column): TreeRow => ({
        key: `${key} ${column.name}`,
        depth: depth + 1,
        kind: 'column',
        column,
        isKey: keys.includes(column.name),
      })),
      ...(partitions ? [{ key: `${key} partitions`, depth: depth + 1, kind: 'partitions' as const, partitions }] : []),
    ]
  }

  const schemaRows = (catalog: string | null, schema: string, depth: number): TreeRow[] => {
    const node = { catalog, schema }
    const key = keyOf(node)
    const isOpen = open.has(key)
    const row: TreeRow = { key, depth, kind: 'schema', node, name: schema, isOpen }
    if (!isOpen) return [row]
    const loaded = data.tables(node)
    if ('note' in loaded) return [row, note(key, depth + 1, loaded)]
    return [row, ...loaded.parts.flatMap(({ value, type }) => tableRows({ ...node, table: value }, type, { depth: depth + 1 }))]
  }

  const browsed = (catalog: string | null, depth: number): TreeRow[] => {
    const loaded = data.schemas(catalog)
    if ('note' in loaded) return [note(keyOf({ catalog }), depth, loaded)]
    return loaded.parts.flatMap((schema) => schemaRows(catalog, schema, depth))
  }

  const found = (catalog: string | null, depth: number): TreeRow[] =>
    searchOutline(data.index(catalog) ?? [], search).flatMap(({ name, tables }) => {
      if (tables.length === 0) return schemaRows(catalog, name, depth)
      const node = { catalog, schema: name }
      return [
        { key: keyOf(node), depth, kind: 'schema' as const, node, name, isOpen: true },
        ...tables.flatMap(({ table, columns }) => {
          const rows = tableRows({ ...node, table: table.name }, table.type, { depth: depth + 1 })
          const [row] = rows
          return rows.length > 1 || !row ? rows : [row, ...foundColumns(row.key, columns, depth + 2)]
        }),
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
  const above = isSearching ? [] : pinned.flatMap((node) => tableRows(node, 'table', { depth: 0, isPinnedAbove: true }))
  return [
    ...above,
    ...data.catalogs.flatMap((catalog): TreeRow[] => {
      if (catalog === null) return isSearching ? found(catalog, 0) : browsed(catalog, 0)
      const node = { catalog }
      const isOpen = open.has(keyOf(node))
      const rows = isSearching ? found(catalog, 1) : isOpen ? browsed(catalog, 1) : []
      if (isSearching && rows.length === 0 && !catalog.toLowerCase().includes(search.trim().toLowerCase())) return []
      return [{ key: keyOf(node), depth: 0, kind: 'catalog', node, name: catalog, isOpen: isOpen || rows.length > 0 }, ...rows]
    }),
  ]
}
