import { isTable, keyOf, nodeOf, type TableNode } from './tree-nodes.ts'

const itemOf = (databaseId: number) => `chartroom.sqllab.pins.${databaseId}`

/** The tables of a database that somebody has pinned in this browser. */
export const readPins = (databaseId: number): readonly TableNode[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(itemOf(databaseId)) ?? '[]')
    return Array.isArray(stored)
      ? stored
          .filter((key) => typeof key === 'string')
          .map(nodeOf)
          .filter(isTable)
      : []
  } catch {
    return []
  }
}

export const writePins = (databaseId: number, pins: readonly TableNode[]): void =>
  localStorage.setItem(itemOf(databaseId), JSON.stringify(pins.map(keyOf)))
