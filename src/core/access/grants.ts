import { isAdmin, pair, type Pair, type Principal } from './principal.ts'

/**
 * What a principal's per-object pairs grant, each with the pair that grants it. Where a pair carries an id, the id decides, so that a
 * rename changes nothing.
 */
export type Grants = {
  allData: boolean
  allDatabases: boolean
  databases: ReadonlyMap<number, Pair>
  datasets: ReadonlyMap<number, Pair>
  /** `[database].[catalog]` */
  catalogs: ReadonlyMap<string, Pair>
  /** `[database].[schema]` or `[database].[catalog].[schema]` */
  schemas: ReadonlyMap<string, Pair>
  /** Names of databases of which some part is granted. */
  databaseNames: ReadonlyMap<string, Pair>
}

/** The pairs that open all data. */
export const everyDatabase = pair('all_database_access', 'all_database_access')
export const everyDataset = pair('all_datasource_access', 'all_datasource_access')

/** A closing bracket inside a name is doubled, so that one name cannot be read as two. */
const bracketed = (name: string) => `[${name.replaceAll(']', ']]')}]`

export const databaseKey = (database: { id: number; name: string }): string => `${bracketed(database.name)}.(id:${database.id})`

export const catalogKey = (database: { name: string }, catalog: string): string => `${bracketed(database.name)}.${bracketed(catalog)}`

export const schemaKey = (database: { name: string }, catalog: string | null, schema: string): string =>
  [database.name, ...(catalog === null ? [] : [catalog]), schema].map(bracketed).join('.')

export const datasetKey = (dataset: { id: number; name: string; database: { name: string } }): string =>
  `${bracketed(dataset.database.name)}.${bracketed(dataset.name)}(id:${dataset.id})`

const known = new WeakMap<ReadonlySet<string>, Grants>()

export const grantsOf = (principal: Principal): Grants => {
  if (principal.kind === 'job') return grantsOf(principal.actsFor)
  const { pairs } = principal
  const found = known.get(pairs)
  if (found) return found
  const views = (permission: string): [view: string, Pair][] => {
    const start = `${permission} on `
    return [...pairs].filter((text) => text.startsWith(start)).map((text) => [text.slice(start.length), text])
  }
  const byId = (permission: string) =>
    new Map(
      views(permission).flatMap(([view, granted]): [number, Pair][] => {
        const id = /\(id:(\d+)\)$/.exec(view)?.[1]
        return id === undefined ? [] : [[Number(id), granted]]
      }),
    )
  const allDatabases = isAdmin(principal) || pairs.has(everyDatabase)
  const parts = ['database_access', 'catalog_access', 'schema_access', 'datasource_access'].flatMap(views)
  const grants: Grants = {
    allDatabases,
    allData: allDatabases || pairs.has(everyDataset),
    databases: byId('database_access'),
    datasets: byId('datasource_access'),
    catalogs: new Map(views('catalog_access')),
    schemas: new Map(views('schema_access')),
    databaseNames: new Map(
      parts.flatMap(([view, granted]): [string, Pair][] => {
        const name = /^\[((?:[^\]]|\]\])*)\]/.exec(view)?.[1]
        return name === undefined ? [] : [[name.replaceAll(']]', ']'), granted]]
      }),
    ),
  }
  known.set(pairs, grants)
  return grants
}
