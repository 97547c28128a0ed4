import type { ColumnPatch, DatasetPatch, NewDataset } from '#api/dataset.ts'
import { allowed } from '#core/access/can.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { syncObjectPairs } from '../../access/object-pairs.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { change, type Action, type Door, type Writer } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import {
  demandOn,
  markDeleted,
  ownerIds,
  ownersFault,
  ownersToBe,
  refuseFaults,
  setOwners,
  stateAt,
  unmarkDeleted,
  uuidFault,
} from '../../db/owned.ts'
import type { Row } from '../../db/tables.ts'
import { readDatabase } from '../database/store.ts'
import { demandSource, lookUp, placeOf, type Source } from './look-up.ts'
import { countMetric, insertMetrics, isTime, listFault, syncColumns, writeColumns, writeMetrics, type Physical } from './parts.ts'
import { columnsOf, metricsOf, readDataset, type ColumnRow, type MetricRow, type StoredDataset } from './read.ts'

type Writing = Pick<Context, 'db' | 'events' | 'now' | 'config' | 'host' | 'sql'>
export type Asking = { ctx: Writing; writer: Writer; signal: AbortSignal }

export const recordDataset = async (door: Door, id: number, action: Action): Promise<number> => {
  const { trx } = door
  const state = {
    ...(await trx.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    columns: await columnsOf(trx, [id]),
    metrics: await metricsOf(trx, [id]),
    owners: await ownerIds(trx, 'dataset', id),
  }
  return door.record({ kind: 'dataset', id, action, state })
}

const fullName = ({ catalog, schema, table_name }: Source) => [catalog, schema, table_name].filter(Boolean).join('.')

const sameAs = async (db: Db, databaseId: number, { catalog, schema, table_name }: Source): Promise<number | undefined> => {
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'catalog', 'schema'])
    .where('database_id', '=', databaseId)
    .where('table_name', '=', table_name)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.find((row) => row.schema === schema && (row.catalog === catalog || row.catalog === null || catalog === null))?.id
}

const takenFault = async (db: Db, databaseId: number, source: Source, id?: number): Promise<string[] | undefined> => {
  const found = await sameAs(db, databaseId, source)
  return found !== undefined && found !== id ? [`Dataset ${fullName(source)} already exists`] : undefined
}

/** The database of a body. @throws 422 when it is not there for the writer */
const databaseFor = async ({ ctx, writer }: Asking, id: number): Promise<Row<'databases'>> => {
  const subject = await subjectOf(ctx.db, 'database', id)
  const row = subject && allowed(writer.principal, 'see', subject) ? await readDatabase(ctx.db, id) : null
  if (!row) throw new MessageError(422, { database: ['Database does not exist'] })
  return row
}

type Settings = Partial<NewDataset> & { description?: string | null }

const insertDataset = async (
  door: Door,
  databaseId: number,
  source: Source,
  settings: Settings & { mainTime: string | null },
): Promise<number> => {
  const { id } = await door.trx
    .insertInto('datasets')
    .values({
      ...door.stamp(),
      ...(settings.uuid && { uuid: settings.uuid }),
      ...source,
      database_id: databaseId,
      deleted_at: null,
      description: settings.description ?? null,
      main_dttm_col: settings.mainTime,
      default_endpoint: null,
      cache_timeout: null,
      fetch_values_predicate: null,
      template_params: settings.template_params ?? null,
      params: null,
      extra: null,
      timezone: null,
      folders: null,
      currency_code_column: settings.currency_code_column ?? null,
      external_url: settings.external_url ?? null,
      normalize_columns: settings.normalize_columns ? 1 : 0,
      always_filter_main_dttm: settings.always_filter_main_dttm ? 1 : 0,
      is_managed_externally: settings.is_managed_externally ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const mainTimeOf = ({ dialect, columns }: Physical) => columns.find(({ type }) => isTime(dialect, type))?.name ?? null

/**
 * A dataset of a table or of SQL, with typed columns, a main time column and the metric `count`.
 * The engine is asked before the transaction, so that it never waits for one.
 */
export const createDataset = async (asking: Asking, body: NewDataset): Promise<number> => {
  const { ctx, writer } = asking
  const database = await databaseFor(asking, body.database)
  const looking = { ctx, principal: writer.principal, signal: asking.signal }
  const named = {
    catalog: body.catalog || null,
    schema: body.schema || null,
    table_name: body.table_name,
    sql: body.sql || null,
    template_params: body.template_params ?? null,
  }
  const source = await placeOf(looking, database, named)
  demandSource(writer.principal, database, source)
  refuseFaults({ table: await takenFault(ctx.db, database.id, source), owners: await ownersFault(ctx.db, body.owners) })
  const physical = await lookUp(looking, database, source)
  return change(ctx, writer, async (door) => {
    refuseFaults({ table: await takenFault(door.trx, database.id, source), uuid: await uuidFault(door.trx, 'dataset', body.uuid) })
    const id = await insertDataset(door, database.id, source, { ...body, mainTime: mainTimeOf(physical) })
    await syncColumns(door, id, { stored: [], physical })
    await insertMetrics(door, id, [countMetric])
    await setOwners(door, 'dataset', id, ownersToBe(writer.principal, body.owners, true))
    await syncObjectPairs(door.trx, 'dataset', id)
    await recordDataset(door, id, 'create')
    return id
  })
}

export const getOrCreateDataset = async (asking: Asking, body: NewDataset): Promise<number> => {
  const database = await databaseFor(asking, body.database)
  const looking = { ctx: asking.ctx, principal: asking.writer.principal, signal: asking.signal }
  const source = await placeOf(looking, database, {
    catalog: body.catalog || null,
    schema: body.schema || null,
    table_name: body.table_name,
    sql: null,
  })
  const found = await sameAs(asking.ctx.db, database.id, source)
  const subject = found === undefined ? null : await subjectOf(asking.ctx.db, 'dataset', found)
  if (subject && allowed(asking.writer.principal, 'see', subject)) return subject.id
  return createDataset(asking, body)
}

const texts = [
  'sql',
  'fetch_values_predicate',
  'description',
  'main_dttm_col',
  'currency_code_column',
  'default_endpoint',
  'cache_timeout',
  'template_params',
  'extra',
  'external_url',
] as const
const flags = ['filter_select_enabled', 'normalize_columns', 'always_filter_main_dttm', 'is_sqllab_view', 'is_managed_externally'] as const

const settingsOf = (body: DatasetPatch) => ({
  ...Object.fromEntries(texts.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const]))),
  ...Object.fromEntries(flags.flatMap((name) => (typeof body[name] === 'boolean' ? [[name, body[name] ? 1 : 0] as const] : []))),
  ...(body.offset !== undefined && { offset: body.offset ?? 0 }),
  ...(body.folders !== undefined && { folders: JSON.stringify(body.folders) }),
})

const sourceAfter = ({ row }: StoredDataset, body: DatasetPatch): Source => ({
  catalog: body.catalog === undefined ? row.catalog : body.catalog,
  schema: body.schema === undefined ? row.schema : body.schema,
  table_name: body.table_name ?? row.table_name,
  sql: body.sql === undefined ? row.sql : body.sql,
  template_params: body.template_params === undefined ? row.template_params : body.template_params,
})

const moved = ({ row }: StoredDataset, source: Source, databaseId: number) =>
  databaseId !== row.database_id ||
  (['catalog', 'schema', 'sql'] as const).some((name) => source[name] !== row[name]) ||
  (!source.sql && source.table_name !== row.table_name)

const named = (columns: readonly ColumnRow[], metrics: readonly MetricRow[]) => ({
  columns: columns.map(({ id, column_name: name }) => ({ id, name })),
  metrics: metrics.map(({ id, metric_name: name }) => ({ id, name })),
})

export type Update = { body: DatasetPatch; overrideColumns: boolean }

export const updateDataset = async (asking: Asking, id: number, { body, overrideColumns }: Update): Promise<number> => {
  const { ctx, writer, signal } = asking
  await demandOn(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const before = await readDataset(ctx.db, id)
  if (!before) throw notFound()
  const database = body.database_id === undefined ? before.database : await databaseFor(asking, body.database_id)
  const source = sourceAfter(before, body)
  const isMoved = moved(before, source, database.id)
  if (isMoved) demandSource(writer.principal, database, source)
  const physical =
    overrideColumns && !body.columns ? await lookUp({ ctx, principal: writer.principal, signal }, database, source) : undefined
  return change(ctx, writer, async (door) => {
    const { trx } = door
    await demandOn(trx, writer.principal, 'change', { kind: 'dataset', id })
    await door.expect('dataset', id)
    const stored = await readDataset(trx, id)
    if (!stored) throw notFound()
    const known = named(overrideColumns ? [] : stored.columns, stored.metrics)
    const sent: ColumnPatch[] | undefined = overrideColumns ? body.columns?.map(({ id: _id, ...column }) => column) : body.columns
    refuseFaults({
      table: source.table_name === stored.row.table_name && !isMoved ? undefined : await takenFault(trx, database.id, source, id),
      owners: await ownersFault(trx, body.owners),
      columns: listFault('columns', sent, { stored: known.columns, name: (column) => column.column_name }),
      metrics: listFault('metrics', body.metrics, { stored: known.metrics, name: (metric) => metric.metric_name }),
    })
    await trx
      .updateTable('datasets')
      .set({ ...settingsOf(body), ...source, database_id: database.id, changed_on: door.now })
      .where('id', '=', id)
      .execute()
    if (sent) await writeColumns(door, id, { stored: stored.columns, sent })
    if (physical) await syncColumns(door, id, { stored: stored.columns, physical })
    if (body.metrics) await writeMetrics(door, id, { stored: stored.metrics, sent: body.metrics })
    if (body.owners) await setOwners(door, 'dataset', id, ownersToBe(writer.principal, body.owners, false))
    await syncObjectPairs(trx, 'dataset', id)
    return recordDataset(door, id, 'update')
  })
}

/** Reads the columns from the engine again. */
export const refreshDataset = async ({ ctx, writer, signal }: Asking, id: number): Promise<void> => {
  await demandOn(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const before = await readDataset(ctx.db, id)
  if (!before) throw notFound()
  const physical = await lookUp({ ctx, principal: writer.principal, signal }, before.database, before.row)
  await change(ctx, writer, async (door) => {
    await demandOn(door.trx, writer.principal, 'change', { kind: 'dataset', id })
    const stored = await readDataset(door.trx, id)
    if (!stored) throw notFound()
    await syncColumns(door, id, { stored: stored.columns, physical })
    if (!stored.row.main_dttm_col) {
      await door.trx
        .updateTable('datasets')
        .set({ main_dttm_col: mainTimeOf(physical) })
        .where('id', '=', id)
        .execute()
    }
    await recordDataset(door, id, 'update')
  })
}

/** A dataset of SQL once more under another name, with its columns and metrics. @throws 422 for one of a table, one that is not there, a name that is */
export const duplicateDataset = ({ ctx, writer }: Asking, baseId: number, name: string): Promise<number> =>
  change(ctx, writer, async (door) => {
    const { trx } = door
    const subject = await subjectOf(trx, 'dataset', baseId)
    const base = subject && allowed(writer.principal, 'see', subject) ? await readDataset(trx, baseId) : null
    const isTaken = base && (await takenFault(trx, base.row.database_id, { ...base.row, table_name: name }))
    if (!base?.row.sql || isTaken) throw new MessageError(422, t('Dataset parameters are invalid.'))
    const { row, columns, metrics } = base
    const { id: _id, version: _version, uuid: _uuid, ...kept } = row
    const { id } = await trx
      .insertInto('datasets')
      .values({ ...kept, ...door.stamp(), table_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { id: _old, ...column } of columns) {
      await trx
        .insertInto('dataset_columns')
        .values({ ...column, uuid: crypto.randomUUID(), dataset_id: id })
        .execute()
    }
    await insertMetrics(
      door,
      id,
      metrics.map(({ id: _old, uuid: _old2, dataset_id: _old3, created_on: _old4, changed_on: _old5, ...metric }) => metric),
    )
    await setOwners(door, 'dataset', id, ownersToBe(writer.principal, undefined, true))
    await syncObjectPairs(trx, 'dataset', id)
    await recordDataset(door, id, 'create')
    return id
  })

/** Deletes all or none. @throws 404 for an empty list or a missing one, 403 for another's */
export const deleteDatasets = (ctx: Pick<Context, 'db' | 'events' | 'now'>, writer: Writer, ids: readonly number[]): Promise<void> =>
  change(ctx, writer, async (door) => {
    if (!ids.length) throw notFound()
    for (const id of ids) {
      await demandOn(door.trx, writer.principal, 'change', { kind: 'dataset', id })
      await door.expect('dataset', id)
      await markDeleted(door, 'dataset', id)
      await recordDataset(door, id, 'delete')
    }
  })

type Part = { table: 'dataset_columns' | 'dataset_metrics'; id: number }

export const deletePart = (ctx: Pick<Context, 'db' | 'events' | 'now'>, writer: Writer, id: number, part: Part): Promise<void> =>
  change(ctx, writer, async (door) => {
    const { trx } = door
    await demandOn(trx, writer.principal, 'change', { kind: 'dataset', id })
    const found = await trx.selectFrom(part.table).select('id').where('id', '=', part.id).where('dataset_id', '=', id).executeTakeFirst()
    if (!found) throw notFound()
    await trx.deleteFrom(part.table).where('id', '=', part.id).execute()
    await recordDataset(door, id, 'update')
  })

/** Undoes a deletion, or goes back to what an earlier version kept. */
export const restoreDataset = (
  ctx: Pick<Context, 'db' | 'events' | 'now'>,
  writer: Writer,
  id: number,
  version: number | undefined,
): Promise<number> =>
  change(ctx, writer, async (door) => {
    const { trx } = door
    await unmarkDeleted(door, 'dataset', id)
    await demandOn(trx, writer.principal, 'change', { kind: 'dataset', id })
    const now = await readDataset(trx, id)
    if (!now) throw new MessageError(422, { database: ['Database does not exist'] })
    refuseFaults({ table: await takenFault(trx, now.row.database_id, now.row, id) })
    if (version !== undefined) {
      const state = await stateAt(trx, 'dataset', id, version)
      await trx
        .updateTable('datasets')
        .set(
          Object.fromEntries(
            [...texts, ...flags, 'offset', 'folders', 'table_name', 'catalog', 'schema'].map((name) => [name, state[name]]),
          ),
        )
        .where('id', '=', id)
        .execute()
      await trx.deleteFrom('dataset_columns').where('dataset_id', '=', id).execute()
      await trx.deleteFrom('dataset_metrics').where('dataset_id', '=', id).execute()
      for (const column of (state['columns'] ?? []) as ColumnRow[]) await trx.insertInto('dataset_columns').values(column).execute()
      for (const metric of (state['metrics'] ?? []) as MetricRow[]) await trx.insertInto('dataset_metrics').values(metric).execute()
    }
    return recordDataset(door, id, 'restore')
  })
