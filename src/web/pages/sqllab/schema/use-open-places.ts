import { keyOf } from './tree-nodes.ts'
import { useCatalogLevel } from './use-tree-data.ts'

/** What a person opened (true) and closed, by key. */
export type Toggled = ReadonlyMap<string, boolean>

export const noneToggled: Toggled = new Map()

type Where = { databaseId: number; catalog: string | null; schema: string }

/** The open places of a tree: the schema that statements run in, and what a person opened. */
export const useOpenPlaces = ({ databaseId, catalog, schema }: Where, toggled: Toggled) => {
  const level = useCatalogLevel(databaseId)
  const [first = null] = level.catalogs
  const here = { catalog: first === null ? null : (catalog ?? first), schema }
  const open = new Set([keyOf({ catalog: here.catalog }), keyOf(here)])
  for (const [key, is] of toggled) if (is) open.add(key)
  for (const [key, is] of toggled) if (!is) open.delete(key)
  return { level, here, open }
}
