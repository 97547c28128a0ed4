import { isAdmin, type Principal } from './principal.ts'

/** What a principal's per-object pairs grant. Where a pair carries an id, the id decides, so that a rename changes nothing. */
export type Grants = {
  allData: boolean
  allDatabases: boolean
  databases: ReadonlySet<number>
  datasets: ReadonlySet<number>
  /** `[database].[catalog]` */
  catalogs: ReadonlySet<string>
  /** `[database].[schema]` or `[database].[catalog].[schema]` */
  schemas: ReadonlySet<string>
  /** Names of databases of which some part is granted. */
  databaseNames: ReadonlySet<string>
}

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
  const views = (permission: string) => {
    const start = `${permission} on `
    return [...pairs].filter((text) => text.startsWith(start)).map((text) => text.slice(start.length))
  }
  const ids = (permission: string) =>
    new Set(
      views(permission)
        .flatMap((view) => /\(id:(\d+)\)$/.exec(view)?.[1] ?? [])
        .map(Number),
    )
  const allDatabases = isAdmin(principal) || pairs.has('all_database_access on all_database_access')
  const parts = ['database_access', 'catalog_access', 'schema_access', 'datasource_access'].flatMap(views)
  const grants: Grants = {
    allDatabases,
    allData: allDatabases || pairs.has('all_datasource_access on all_datasource_access'),
    databases: ids('database_access'),
    datasets: ids('datasource_access'),
    catalogs: new Set(views('catalog_access')),
    schemas: new Set(views('schema_access')),
    databaseNames: new Set(parts.flatMap((view) => /^\[((?:[^\]]|\]\])*)\]/.exec(view)?.[1]?.replaceAll(']]', ']') ?? [])),
  }
  known.set(pairs, grants)
  return grants
}
