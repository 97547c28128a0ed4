import type { TableName } from './inspect.ts'

/** A lookup for lower-case names. */
export type Names = { has(name: string): boolean }

/** What an engine forbids in user SQL, besides everything that is not a single SELECT. */
export type Deny = {
  /** Functions that read files, reach the network, sleep, signal, lock, run text as SQL, or reveal facts about the server and its users. */
  functions: Names
  /** Relations that do, or that bypass table permissions. */
  relations?(relation: TableName): boolean
  /** The only functions that are allowed in FROM; absent: any that is not denied. */
  tableFunctions?: Names
  /** `x IN name` reads the table of that name, `bare` also where a string names it, `enclosed` also where the name is in parentheses. */
  tablesAfterIn?: 'bare' | 'enclosed'
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

type Listed = {
  names?: string
  /** Prefixes of names, as new engine versions add more of the kind. */
  beginnings?: string
  /** Allowed in spite of their prefix. */
  except?: string
}

/** Names listed in texts, separated by white space. */
export const namesOf = ({ names = '', beginnings = '', except = '' }: Listed): Names => {
  const [listed, free, prefixes] = [new Set(words(names)), new Set(words(except)), words(beginnings)]
  return { has: (name) => listed.has(name) || (prefixes.some((prefix) => name.startsWith(prefix)) && !free.has(name)) }
}

/** Relations by name, in any schema, and all of some schemas and catalogs. */
export const relationsOf = ({ names, schemas }: { names?: Names; schemas?: Names }) => {
  const isIn = (list: Names | undefined, name: string | null) => Boolean(name && list?.has(name.toLowerCase()))
  return ({ table, schema, catalog }: TableName): boolean => isIn(names, table) || isIn(schemas, schema) || isIn(schemas, catalog)
}
