import { allowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import type { DatabaseSubject } from '#core/access/subject.ts'
import type { Relation, RelationColumn, RelationRef } from '#engines/engine.ts'
import type { Answer, CatalogJob } from '#engines/host/protocol.ts'
import { userOf } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { connectionOf } from './connection/connection.ts'

/** What is in a database, as far as somebody may look into it. */
export type Looking = {
  ctx: Pick<Context, 'db' | 'config' | 'host' | 'tableFiles'>
  principal: Principal
  database: Row<'databases'>
  signal: AbortSignal
}

type Question<J> = J extends CatalogJob ? Omit<J, 'connection'> : never

export const ask = async <K extends CatalogJob['kind']>(
  { ctx, principal, database, signal }: Looking,
  question: Question<Extract<CatalogJob, { kind: K }>>,
): Promise<Answer<Extract<CatalogJob, { kind: K }>>> => {
  const connection = await connectionOf(ctx, database)
  const job = { ...question, connection } as unknown as Extract<CatalogJob, { kind: K }>
  return ctx.host.run(job, { signal, user: String(userOf(principal)?.id ?? '') }) as Promise<Answer<Extract<CatalogJob, { kind: K }>>>
}

export const subjectFor = ({ id, database_name }: Row<'databases'>): DatabaseSubject => ({ kind: 'database', id, name: database_name })

const opensAll = ({ principal, database }: Looking) => allowed(principal, 'query', subjectFor(database))

const opens = ({ principal, database }: Looking, catalog: string | null, schema: string | null) =>
  allowed(principal, 'query', { kind: 'schema', database: subjectFor(database), catalog, schema })

/** Tables of the database that are open to the principal as datasets. */
const openDatasets = ({ ctx, principal, database }: Looking) =>
  ctx.db
    .selectFrom('datasets')
    .select(['catalog', 'schema', 'table_name'])
    .where('database_id', '=', database.id)
    .where('deleted_at', 'is', null)
    .where('sql', 'is', null)
    .where(isVisible(principal, 'dataset'))
    .execute()

/** With one catalog only, its name and none mean the same. */
const placed = (asked: string | null, stored: string | null) => asked === null || stored === null || asked === stored

export const catalogsOf = async (looking: Looking): Promise<string[]> => {
  const { catalogs } = await ask<'catalogs'>(looking, { kind: 'catalogs' })
  if (opensAll(looking)) return catalogs
  const datasets = await openDatasets(looking)
  return catalogs.filter((catalog) => opens(looking, catalog, null) || datasets.some((dataset) => dataset.catalog === catalog))
}

export const schemasOf = async (looking: Looking, catalog: string | null): Promise<string[]> => {
  const { schemas } = await ask<'schemas'>(looking, { kind: 'schemas', catalog })
  if (opensAll(looking)) return schemas
  const datasets = await openDatasets(looking)
  return schemas.filter(
    (schema) =>
      opens(looking, catalog, schema) ||
      datasets.some(
        (dataset) => dataset.schema === schema && (placed(catalog, dataset.catalog) || opens(looking, dataset.catalog, schema)),
      ),
  )
}

type Place = { catalog: string | null; schema: string | null }

const opensPlace = async (looking: Looking, { catalog, schema }: Place): Promise<boolean> => {
  if (opensAll(looking) || opens(looking, catalog, schema)) return true
  if (catalog !== null || !looking.principal) return false
  const stored = await looking.ctx.db
    .selectFrom('datasets')
    .select('catalog')
    .distinct()
    .where('database_id', '=', looking.database.id)
    .where('schema', '=', schema)
    .execute()
  return stored.some((row) => opens(looking, row.catalog, schema))
}

export const tablesOf = async (looking: Looking, { catalog, schema }: Place): Promise<Relation[]> => {
  const relations = await ask<'tables'>(looking, { kind: 'tables', catalog, schema })
  const sorted = relations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (await opensPlace(looking, { catalog, schema })) return sorted
  const datasets = await openDatasets(looking)
  return sorted.filter(({ name }) =>
    datasets.some((dataset) => dataset.table_name === name && dataset.schema === schema && placed(catalog, dataset.catalog)),
  )
}

/** @throws 404 when the table must not be known */
export const demandTable = async (looking: Looking, { table, ...place }: Place & { table: string }): Promise<void> => {
  if (await opensPlace(looking, place)) return
  const datasets = await openDatasets(looking)
  const open = datasets.some(
    (dataset) =>
      dataset.table_name === table && (place.schema === null || dataset.schema === place.schema) && placed(place.catalog, dataset.catalog),
  )
  if (!open) throw notFound()
}

/** The columns of a table, none when there is no such table. */
export const columnsOf = (looking: Looking, relation: RelationRef): Promise<RelationColumn[]> =>
  ask<'columns'>(looking, { kind: 'columns', relation })

/** How the wire writes an engine's type text. */
export const typeText = (native: string): string => (native === native.toLowerCase() ? native.toUpperCase() : native)
