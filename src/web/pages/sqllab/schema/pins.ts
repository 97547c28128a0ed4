import type { TableName } from './tree-rows.ts'

const keyOf = (databaseId: number, schema: string) => `chartroom.sqllab.pins.${databaseId}.${schema}`

/** Names of the tables that somebody has pinned in this browser. */
export const readPins = (databaseId: number, schema: string): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(databaseId, schema)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

export const writePins = (databaseId: number, schema: string, names: readonly string[]): void =>
  localStorage.setItem(keyOf(databaseId, schema), JSON.stringify(names))

/** Pinned tables before the others, each in their order. */
export const pinnedFirst = (tables: readonly TableName[], pinned: readonly string[]): TableName[] => {
  const names = new Set(pinned)
  return [...tables.filter(({ value }) => names.has(value)), ...tables.filter(({ value }) => !names.has(value))]
}
