import { LRUCache } from 'lru-cache'
import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import type { DatabaseSubject } from '#core/access/subject.ts'
import type { Partitions, Relation, RelationColumn, RelationRef } from '#engines/engine.ts'
import type { Answer, CatalogJob } from '#engines/host/protocol.ts'
import { findEngine } from '#engines/index.ts'
import { userOf } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { connectionOf } from './connection/connection.ts'
import { cachedList, type MetadataTimeout } from './metadata-cache.ts'

/** Access of a principal to the catalog of a database. */
export type CatalogAccess = {
  ctx: Pick<Context, 'db' | 'config' | 'host' | 'tableFiles'>
  principal: Principal
  database: Row<'databases'>
  signal: AbortSignal
  /** Lists that are kept are read again. */
  force?: boolean | undefined
}

type CatalogRequest<J> = J extends CatalogJob ? Omit<J, 'connection'> : never

export const runCatalogJob = async <K extends CatalogJob['kind']>(
  { ctx, principal, database, signal }: CatalogAccess,
  question: CatalogRequest<Extract<CatalogJob, { kind: K }>>,
): Promise<Answer<Extract<CatalogJob, { kind: K }>>> => {
  const connection = await connectionOf(ctx, database, principal)
  const job = { ...question, connection } as unknown as Extract<CatalogJob, { kind: K }>
  return ctx.host.run(job, { signal, user: String(userOf(principal)?.id ?? '') }) as Promise<Answer<Extract<CatalogJob, { kind: K }>>>
}

/** The answer to a question about a database, kept as long as its settings say. */
export const keptList = async <Q, T>(
  access: CatalogAccess,
  timeout: MetadataTimeout,
  question: Q,
  ask: (question: Q) => Promise<T>,
): Promise<T> => {
  const { ctx, database, principal, force } = access
  const { key } = await connectionOf(ctx, database, principal)
  return cachedList({ database, timeout, key: [key, question], force }, () => ask(question))
}

/** The catalog that a connection is to, known by the connection's key; null without catalogs, and where the database does not answer. */
const defaultCatalogs = new LRUCache<string, { name: string | null }>({ max: 1_000 })

export const defaultCatalog = async (access: CatalogAccess): Promise<string | null> => {
  const { key, engine } = await connectionOf(access.ctx, access.database, access.principal)
  if (!findEngine(engine)?.dialect.capabilities.catalogs) return null
  const known = defaultCatalogs.get(key)
  if (known) return known.name
  try {
    const { default: name } = await runCatalogJob<'catalogs'>(access, { kind: 'catalogs' })
    defaultCatalogs.set(key, { name })
    return name
  } catch {
    return null
  }
}

export const subjectFor = ({ id, database_name }: Row<'databases'>): DatabaseSubject => ({ kind: 'database', id, name: database_name })

export const canQueryAll = ({ principal, database }: CatalogAccess) => isAllowed(principal, 'query', subjectFor(database))

const canQuery = ({ principal, database }: CatalogAccess, catalog: string | null, schema: string | null) =>
  isAllowed(principal, 'query', { kind: 'schema', database: subjectFor(database), catalog, schema })

/** Datasets of the database that the principal sees. */
export const queryVisibleDatasets = ({ ctx, principal, database }: CatalogAccess) =>
  ctx.db
    .selectFrom('datasets')
    .select(['catalog', 'schema', 'table_name'])
    .where('database_id', '=', database.id)
    .where('deleted_at', 'is', null)
    .where('sql', 'is', null)
    .where(isVisible(principal, 'dataset'))
    .execute()

/** A missing catalog means the default one. */
export const isSameCatalog = (asked: string | null, stored: string | null) => asked === null || stored === null || asked === stored

export const catalogsOf = async (access: CatalogAccess): Promise<string[]> => {
  const { catalogs } = await keptList(access, 'schema_cache_timeout', { kind: 'catalogs' } as const, (question) =>
    runCatalogJob<'catalogs'>(access, question),
  )
  if (canQueryAll(access)) return catalogs
  const datasets = await queryVisibleDatasets(access)
  return catalogs.filter((catalog) => canQuery(access, catalog, null) || datasets.some((dataset) => dataset.catalog === catalog))
}

export const schemasOf = async (access: CatalogAccess, catalog: string | null): Promise<string[]> => {
  const { schemas } = await keptList(access, 'schema_cache_timeout', { kind: 'schemas', catalog } as const, (question) =>
    runCatalogJob<'schemas'>(access, question),
  )
  if (canQueryAll(access)) return schemas
  const datasets = await queryVisibleDatasets(access)
  return schemas.filter(
    (schema) =>
      canQuery(access, catalog, schema) ||
      datasets.some(
        (dataset) => dataset.schema === schema && (isSameCatalog(catalog, dataset.catalog) || canQuery(access, dataset.catalog, schema)),
      ),
  )
}

type Place = { catalog: string | null; schema: string | null }

export const canQueryPlace = async (access: CatalogAccess, { catalog, schema }: Place): Promise<boolean> => {
  if (canQueryAll(access) || canQuery(access, catalog, schema)) return true
  if (catalog !== null || !access.principal) return false
  const stored = await access.ctx.db
    .selectFrom('datasets')
    .select('catalog')
    .distinct()
    .where('database_id', '=', access.database.id)
    .where('schema', '=', schema)
    .execute()
  return stored.some((row) => canQuery(access, row.catalog, schema))
}

export const tablesOf = async (access: CatalogAccess, { catalog, schema }: Place): Promise<Relation[]> => {
  const relations = await keptList(access, 'table_cache_timeout', { kind: 'tables', catalog, schema } as const, (question) =>
    runCatalogJob<'tables'>(access, question),
  )
  const sorted = relations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (await canQueryPlace(access, { catalog, schema })) return sorted
  const datasets = await queryVisibleDatasets(access)
  return sorted.filter(({ name }) =>
    datasets.some((dataset) => dataset.table_name === name && dataset.schema === schema && isSameCatalog(catalog, dataset.catalog)),
  )
}

/** @throws MessageError 404 when the principal may not know of the table */
export const requireTable = async (access: CatalogAccess, { table, ...place }: Place & { table: string }): Promise<void> => {
  if (await canQueryPlace(access, place)) return
  const datasets = await queryVisibleDatasets(access)
  const open = datasets.some(
    (dataset) =>
      dataset.table_name === table &&
      (place.schema === null || dataset.schema === place.schema) &&
      isSameCatalog(place.catalog, dataset.catalog),
  )
  if (!open) throw notFound()
}

/** The columns of a table; empty if it does not exist. */
export const columnsOf = (access: CatalogAccess, relation: RelationRef): Promise<RelationColumn[]> =>
  runCatalogJob<'columns'>(access, { kind: 'columns', relation })

/** Names of functions that queries may call, in order; none where the engine does not list them. */
export const functionNamesOf = async (access: CatalogAccess): Promise<string[]> => {
  const deny = findEngine((await connectionOf(access.ctx, access.database, access.principal)).engine)?.dialect.deny.functions
  const found = await keptList(access, 'schema_cache_timeout', { kind: 'functionNames' } as const, (question) =>
    runCatalogJob<'functionNames'>(access, question),
  )
  const names = found.filter((name) => /^[a-z]\w*$/i.test(name) && !deny?.has(name.toLowerCase()))
  return [...new Set(names)].toSorted()
}

export const partitionsOf = (access: CatalogAccess, relation: RelationRef): Promise<Partitions | null> =>
  runCatalogJob<'partitions'>(access, { kind: 'partitions', relation })

/** An engine's type as Superset writes it. */
export const typeText = (native: string): string => (native === native.toLowerCase() ? native.toUpperCase() : native)
