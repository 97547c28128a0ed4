import { isAllowed } from '#core/access/can.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { StatementFacts, TableName } from '#core/sql/inspect.ts'
import { queryVisibleDatasets, runCatalogJob, subjectFor, type CatalogAccess } from '../../database/catalog.ts'

/** Where the unqualified names of a statement are looked up; null: the database's own default. */
export type Namespace = { catalog: string | null; schema: string | null }

const canReadDatabase = ({ principal, database }: CatalogAccess): boolean => isAllowed(principal, 'query', subjectFor(database))

/** @throws AppError 403 unless the principal may read the whole database */
export const requireDatabase = (access: CatalogAccess): void => {
  if (canReadDatabase(access)) return
  const { database_name: name } = access.database
  const text = t('This statement needs access to the whole database %(name)s.', { name })
  throw new AppError('DATABASE_SECURITY_ACCESS_ERROR', text, { status: 403 })
}

const fullName = ({ catalog, schema, table }: TableName) => [catalog, schema, table].filter(Boolean).join('.')

const closedTables = (tables: readonly TableName[]): AppError => {
  const names = tables.map(fullName)
  const text = t('You need access to the following tables: %(tables)s, `all_database_access` or `all_datasource_access` permission', {
    tables: names.map((name) => `\`${name}\``).join(', '),
  })
  return new AppError('TABLE_SECURITY_ACCESS_ERROR', text, { status: 403, extra: { link: '', tables: names } })
}

/**
 * The tables that a statement may read, as it names them. A name of a WITH may also be a table's outside of that WITH: it counts as one
 * where there is such a table.
 */
const tablesNamed = async (access: CatalogAccess, { tables, places }: StatementFacts, into: Namespace): Promise<TableName[]> => {
  const named = new Set(tables.map(({ table }) => table.toLowerCase()))
  const shadowed = new Set(places.filter(({ schema }) => schema === null).map(({ table }) => table.toLowerCase())).difference(named)
  if (!shadowed.size) return tables
  const relations = await runCatalogJob<'tables'>(access, { kind: 'tables', ...into })
  const hidden = relations.filter(({ name }) => shadowed.has(name.toLowerCase()))
  return [...tables, ...hidden.map(({ name }) => ({ catalog: null, schema: null, table: name }))]
}

/** What the database itself takes for a missing name; an engine without catalogs has none. */
const defaultsOf = async (access: CatalogAccess, { catalog, schema }: Namespace) => {
  const ownCatalog = (await runCatalogJob<'catalogs'>(access, { kind: 'catalogs' })).default
  const ownSchema = (await runCatalogJob<'schemas'>(access, { kind: 'schemas', catalog })).default
  return { ownCatalog, ownSchema, catalog: catalog ?? ownCatalog, schema: schema ?? ownSchema }
}

/**
 * @throws AppError 403 that names the tables that the principal may read neither through the database, nor through their schema, nor
 * through a dataset on them
 */
export const requireTables = async (access: CatalogAccess, statements: readonly StatementFacts[], into: Namespace): Promise<void> => {
  if (canReadDatabase(access)) return
  const { principal, database } = access
  const { ownCatalog, ownSchema, catalog, schema } = await defaultsOf(access, into)
  const datasets = await queryVisibleDatasets(access)
  const opensSchema = (place: Namespace) => isAllowed(principal, 'query', { kind: 'schema', database: subjectFor(database), ...place })
  const isOpen = (table: TableName): boolean => {
    const place = { catalog: table.catalog ?? catalog, schema: table.schema ?? schema }
    if (opensSchema(place) || (place.catalog === ownCatalog && opensSchema({ ...place, catalog: null }))) return true
    return datasets.some(
      (dataset) =>
        dataset.table_name === table.table &&
        (dataset.schema ?? ownSchema) === place.schema &&
        (dataset.catalog ?? ownCatalog) === place.catalog,
    )
  }
  const closed: TableName[] = []
  for (const statement of statements) closed.push(...(await tablesNamed(access, statement, into)).filter((table) => !isOpen(table)))
  if (closed.length) throw closedTables(closed)
}
