import { z } from 'zod'
import type { ColumnMasks } from '#core/access/column-rules.ts'
import type { Principal } from '#core/access/principal.ts'
import type { DatasetSubject } from '#core/access/subject.ts'
import { notFound } from '#core/errors.ts'
import type { DatasourceRef } from '#core/query/query-object.ts'
import type { Dataset } from '#engines/compile/dataset.ts'
import { maskedDataset } from '#engines/compile/masks.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { ConnectionSpec } from '#engines/host/protocol.ts'
import { findEngine } from '#engines/index.ts'
import { masksByDataset } from '../../access/column-rules.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { cachedUntilChange } from '../../db/cached-until-change.ts'
import { currentGenerations, type Generation } from '../../house/house.ts'
import { connectionOf } from '../database/connection/connection.ts'
import { templateParamsOf } from './prepare/templates.ts'

/** A dataset with everything that a query on it needs. */
export type Source = {
  dataset: Dataset
  subject: DatasetSubject
  dialect: Dialect
  connection: ConnectionSpec
  /** Changes when the dataset, its database, or the data of an uploaded table changes, and differs by the viewer's column rules. */
  stamp: string
  timezone: string
  /** When the rows of a materialized table were read from their source; null for other sources. */
  dataOn: string | null
  /** Seconds; −1: responses are not cached. */
  cacheTimeout: number | null
  /** Variables for the dataset's templates. */
  templateParams: Record<string, unknown>
}

type Reader = Pick<Context, 'db' | 'config' | 'tableFiles'>

const anyUuid = z.uuid()
const isUuid = (id: number | string): id is string => typeof id === 'string' && anyUuid.safeParse(id).success

const rowsOf = async ({ db }: Reader, id: number | string) => {
  const row = await db
    .selectFrom('datasets')
    .selectAll()
    .where(isUuid(id) ? 'uuid' : 'id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const [database, columns, metrics] = await Promise.all([
    db.selectFrom('databases').selectAll().where('id', '=', row.database_id).where('deleted_at', 'is', null).executeTakeFirst(),
    db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', row.id).orderBy('position').orderBy('id').execute(),
    db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', row.id).orderBy('position').orderBy('id').execute(),
  ])
  return database ? { row, database, columns, metrics } : null
}

type Rows = NonNullable<Awaited<ReturnType<typeof rowsOf>>>

const loadCached = cachedUntilChange(async (ctx: Reader, id: number | string) => {
  const rows = await rowsOf(ctx, id)
  const subject = rows && (await subjectOf(ctx.db, 'dataset', rows.row.id))
  return rows && subject && { rows, subject, dataset: datasetOf(rows) }
})

const datasetOf = ({ row, columns, metrics }: Rows): Dataset => ({
  id: row.id,
  uuid: row.uuid,
  catalog: row.catalog,
  schema: row.schema,
  table_name: row.table_name,
  sql: row.sql || null,
  columns: columns.map((column) => ({
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    type: column.type,
    is_dttm: column.is_dttm === 1,
    expression: column.expression || null,
    python_date_format: column.python_date_format || null,
  })),
  metrics: metrics.map(({ metric_name, verbose_name, expression }) => ({ metric_name, verbose_name, expression })),
  main_dttm_col: row.main_dttm_col,
  always_filter_main_dttm: row.always_filter_main_dttm === 1,
  fetch_values_predicate: row.fetch_values_predicate || null,
  offset: row.offset,
})

/** Whether the dataset's SQL could read other tables. */
const readsOtherTables = ({ row, columns, metrics }: Rows): boolean =>
  Boolean(row.sql) ||
  [row.fetch_values_predicate, ...[...columns, ...metrics].map(({ expression }) => expression)].some((text) =>
    /\bselect\b|\btable\b|\{\{/i.test(text ?? ''),
  )

/** Identifies the state of the data: the generation of a single uploaded table, else the state of all of them. */
const freshnessOf = (rows: Rows, connection: ConnectionSpec, own: Generation | undefined): string =>
  own && !readsOtherTables(rows) ? String(own.id) : connection.key

/** The generation of an uploaded or materialized table. */
const generationOf = async (ctx: Reader, { row, database }: Rows): Promise<Generation | undefined> =>
  database.is_house && !row.sql
    ? (await currentGenerations(ctx)).find(({ schema, table }) => schema === row.schema && table === row.table_name)
    : undefined

const noMasks: ColumnMasks = new Map()

const maskTexts = (masks: ColumnMasks): string[] => (masks.size ? [JSON.stringify([...masks])] : [])

/** Null if the dataset does not exist. */
export const findSource = async (ctx: Reader, { id, type }: DatasourceRef, principal: Principal): Promise<Source | null> => {
  const known = type && type !== 'table' && type !== 'dataset' ? null : await loadCached(ctx, id)
  if (!known) return null
  const { rows, subject, dataset } = known
  const { row, database } = rows
  const connection = await connectionOf(ctx, database, principal)
  const engine = findEngine(connection.engine)
  if (!engine) return null
  const generation = await generationOf(ctx, rows)
  const masks = (await masksByDataset(ctx, principal)).get(row.id) ?? noMasks
  return {
    dataset: maskedDataset(dataset, masks),
    subject,
    dialect: engine.dialect,
    connection,
    stamp: [row.uuid, row.version, row.changed_on, database.version, freshnessOf(rows, connection, generation), ...maskTexts(masks)].join(
      ' ',
    ),
    dataOn: generation?.dataOn ?? null,
    timezone: row.timezone || ctx.config.timezone,
    cacheTimeout: row.cache_timeout ?? database.cache_timeout,
    templateParams: templateParamsOf(row.template_params, database.extra),
  }
}

/** @throws MessageError 404 if the dataset does not exist */
export const loadSource = async (ctx: Reader, ref: DatasourceRef, principal: Principal): Promise<Source> => {
  const source = await findSource(ctx, ref, principal)
  if (!source) throw notFound()
  return source
}
