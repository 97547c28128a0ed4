import type { TableName } from './inspect.ts'

/** Names as one asks a set for them, in lower case. */
export type Names = { has(name: string): boolean }

/** What an engine forbids in a person's SQL, beside everything that is no single SELECT. */
export type Deny = {
  /** Functions that read files, reach the network, sleep, signal, lock, run text as SQL, or tell of the server and its people. */
  functions: Names
  /** Relations that do, or that lie past the tables people were given. */
  relations?(relation: TableName): boolean
  /** The only functions that may stand in FROM; absent = any that is not denied. */
  tableFunctions?: Names
  /** `x IN name` reads the table of that name, `bare` also where a string names it, `enclosed` also where the name stands in parentheses. */
  tablesAfterIn?: 'bare' | 'enclosed'
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

type Listed = {
  names?: string
  /** Beginnings of names: an engine's next version has more of the kind. */
  beginnings?: string
  /** Let in, whatever they begin with. */
  except?: string
}

/** Names listed in texts, parted by white space. */
export const namesOf = ({ names = '', beginnings = '', except = '' }: Listed): Names => {
  const [listed, free, prefixes] = [new Set(words(names)), new Set(words(except)), words(beginnings)]
  return { has: (name) => listed.has(name) || (prefixes.some((prefix) => name.startsWith(prefix)) && !free.has(name)) }
}

/** Relations by name, in any schema, and all of some schemas and catalogs. */
export const relationsOf = ({ names, schemas }: { names?: Names; schemas?: Names }) => {
  const isIn = (list: Names | undefined, name: string | null) => Boolean(name && list?.has(name.toLowerCase()))
  return ({ table, schema, catalog }: TableName): boolean => isIn(names, table) || isIn(schemas, schema) || isIn(schemas, catalog)
}
