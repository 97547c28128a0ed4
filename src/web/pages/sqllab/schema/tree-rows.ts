import type { TableMetadata } from '#api/database-catalogue.ts'

export type TableName = { value: string; type: string }
export type Column = TableMetadata['columns'][number]

/** One line of the tree. */
export type TreeRow =
  | { kind: 'table'; table: TableName; isOpen: boolean }
  | { kind: 'column'; table: string; column: Column; isKey: boolean }
  | { kind: 'note'; table: string; text: string }

/** What is known of the columns of an open table. */
export type Opened = { metadata: Pick<TableMetadata, 'columns' | 'primaryKey'> } | { note: string }

/** The tables whose name has the search in it, and the columns of the open ones. */
export const treeRows = (tables: readonly TableName[], opened: ReadonlyMap<string, Opened>, search: string): TreeRow[] => {
  const needle = search.trim().toLowerCase()
  return tables.flatMap((table): TreeRow[] => {
    const found = opened.get(table.value)
    const columns = found && 'metadata' in found ? found.metadata.columns : []
    const isNamed = table.value.toLowerCase().includes(needle)
    const shown = isNamed ? columns : columns.filter(({ name }) => name.toLowerCase().includes(needle))
    if (!isNamed && shown.length === 0) return []
    const keys = found && 'metadata' in found ? (found.metadata.primaryKey.constrained_columns ?? []) : []
    return [
      { kind: 'table', table, isOpen: found !== undefined },
      ...(found && 'note' in found ? [{ kind: 'note' as const, table: table.value, text: found.note }] : []),
      ...shown.map((column) => ({ kind: 'column' as const, table: table.value, column, isKey: keys.includes(column.name) })),
    ]
  })
}
