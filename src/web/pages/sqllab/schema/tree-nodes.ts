/** A place in the tree: a catalog, a schema of it, a table of that. Databases without catalogs have null there. */
export type Node = { catalog: string | null; schema?: string; table?: string }
export type TableNode = Required<Node>

export const keyOf = ({ catalog, schema, table }: Node): string =>
  JSON.stringify([catalog, schema, table].filter((part) => part !== undefined))

const readKey = (key: string): (string | null)[] => {
  const parts: unknown = JSON.parse(key)
  return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string' || part === null) : []
}

/** The place that a key names. */
export const nodeOf = (key: string): Node => {
  const [catalog = null, schema, table] = readKey(key)
  return { catalog, ...(typeof schema === 'string' && { schema }), ...(typeof table === 'string' && { table }) }
}

export const isTable = (node: Node): node is TableNode => node.schema !== undefined && node.table !== undefined

/** The key of a table without the mark of its line among the pinned ones. */
export const keyOfPinned = (key: string): string => key.replace(/^pinned /, '')
