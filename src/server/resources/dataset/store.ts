import type { ColumnPatch, DatasetPatch } from '#api/bodies/dataset.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { syncObjectPairs } from '../../access/object-pairs.ts'
import type { Context } from '../../context.ts'
import { change, type Writer } from '../../db/change.ts'
import { insertRows } from './insert-rows.ts'
import { deleteOwned, requireAccess, ownersFault, resolveOwners, rejectFaults, setOwners, stateAt, undelete } from '../../db/owned.ts'
import { foldersFault } from './folders.ts'
import { requireDefinitionRights, expressionsOf } from './definitions.ts'
import { requireCatalog, requireReadableSql, readColumns, type Source } from './read-columns.ts'
import { listFault, mainTimeOf, syncColumns, writeColumns, writeMetrics } from './parts.ts'
import { readDataset, type ColumnRow, type MetricRow, type StoredDataset } from './read.ts'
import { databaseFor, recordDataset, takenFault, type DatasetWrite } from './dataset-write.ts'

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

const hasMoved = ({ row }: StoredDataset, source: Source, databaseId: number) =>
  databaseId !== row.database_id ||
  (['catalog', 'schema', 'sql'] as const).some((name) => source[name] !== row[name]) ||
  (!source.sql && source.table_name !== row.table_name)

const named = (columns: readonly ColumnRow[], metrics: readonly MetricRow[]) => ({
  columns: columns.map(({ id, column_name: name }) => ({ id, name })),
  metrics: metrics.map(({ id, metric_name: name }) => ({ id, name })),
})

/** Uuids of the columns or metrics after a change. */
const uuidsAfter = (
  stored: readonly { id: number; uuid: string }[],
  sent: readonly { id?: number | undefined; uuid?: string | null | undefined }[] | undefined,
) => (sent ? sent.map(({ id, uuid }) => stored.find((part) => part.id === id)?.uuid ?? uuid ?? '') : stored.map(({ uuid }) => uuid))

export type Update = { body: DatasetPatch; overrideColumns: boolean }

export const updateDataset = async (write: DatasetWrite, id: number, { body, overrideColumns }: Update): Promise<number> => {
  const { ctx, writer, signal } = write
  await requireAccess(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const before = await readDataset(ctx.db, id)
  if (!before) throw notFound()
  const database = body.database_id === undefined ? before.database : await databaseFor(write, body.database_id)
  const source = sourceAfter(before, body)
  const isMoved = hasMoved(before, source, database.id)
  const access = { ctx, principal: writer.principal, signal }
  const isParametrized = (source.template_params ?? null) !== before.row.template_params
  await requireDefinitionRights(access, {
    database,
    source: isMoved || (isParametrized && source.sql) ? source : null,
    known: isParametrized ? [] : expressionsOf({ ...before, predicate: before.row.fetch_values_predicate }),
    expressions: expressionsOf({
      columns: body.columns ?? before.columns,
      metrics: body.metrics ?? before.metrics,
      predicate: body.fetch_values_predicate === undefined ? before.row.fetch_values_predicate : body.fetch_values_predicate,
    }),
  })
  if (source.catalog !== before.row.catalog) await requireCatalog(access, database, source)
  if (source.sql && source.sql !== before.row.sql) await requireReadableSql(access, database, { ...source, sql: source.sql })
  const physical = overrideColumns && !body.columns ? await readColumns(access, database, source) : undefined
  return change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'dataset', id })
    await scope.expect('dataset', id)
    const stored = await readDataset(trx, id)
    if (!stored) throw notFound()
    const known = named(overrideColumns ? [] : stored.columns, stored.metrics)
    const sent: ColumnPatch[] | undefined = overrideColumns ? body.columns?.map(({ id: _id, ...column }) => column) : body.columns
    rejectFaults({
      table: source.table_name === stored.row.table_name && !isMoved ? undefined : await takenFault(trx, database.id, source, id),
      owners: await ownersFault(trx, body.owners),
      columns: listFault('columns', sent, { stored: known.columns, name: (column) => column.column_name }),
      folders:
        body.folders &&
        foldersFault(body.folders, new Set([...uuidsAfter(stored.columns, sent), ...uuidsAfter(stored.metrics, body.metrics)])),
      metrics: listFault('metrics', body.metrics, { stored: known.metrics, name: (metric) => metric.metric_name }),
    })
    await trx
      .updateTable('datasets')
      .set({ ...settingsOf(body), ...source, database_id: database.id, changed_on: scope.now })
      .where('id', '=', id)
      .execute()
    if (sent) await writeColumns(scope, id, { stored: stored.columns, sent })
    if (physical) await syncColumns(scope, id, { stored: stored.columns, physical })
    if (body.metrics) await writeMetrics(scope, id, { stored: stored.metrics, sent: body.metrics })
    if (body.owners) await setOwners(scope, 'dataset', id, resolveOwners(writer.principal, body.owners, false))
    await syncObjectPairs(trx, 'dataset', id)
    return recordDataset(scope, id, 'update')
  })
}

/** Updates the columns from the engine. */
export const refreshDataset = async ({ ctx, writer, signal }: DatasetWrite, id: number): Promise<void> => {
  await requireAccess(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const before = await readDataset(ctx.db, id)
  if (!before) throw notFound()
  const physical = await readColumns({ ctx, principal: writer.principal, signal }, before.database, before.row)
  await change(ctx, writer, async (scope) => {
    await requireAccess(scope.trx, writer.principal, 'change', { kind: 'dataset', id })
    const stored = await readDataset(scope.trx, id)
    if (!stored) throw notFound()
    await syncColumns(scope, id, { stored: stored.columns, physical })
    if (!stored.row.main_dttm_col) {
      await scope.trx
        .updateTable('datasets')
        .set({ main_dttm_col: mainTimeOf(physical) })
        .where('id', '=', id)
        .execute()
    }
    await recordDataset(scope, id, 'update')
  })
}

export const deleteDatasets = (ctx: Pick<Context, 'db' | 'events' | 'now'>, writer: Writer, ids: readonly number[]): Promise<void> =>
  deleteOwned(ctx, writer, { kind: 'dataset', ids, record: recordDataset })

type Part = { table: 'dataset_columns' | 'dataset_metrics'; id: number }

export const deletePart = (ctx: Pick<Context, 'db' | 'events' | 'now'>, writer: Writer, id: number, part: Part): Promise<void> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'dataset', id })
    const found = await trx.selectFrom(part.table).select('id').where('id', '=', part.id).where('dataset_id', '=', id).executeTakeFirst()
    if (!found) throw notFound()
    await trx.deleteFrom(part.table).where('id', '=', part.id).execute()
    await recordDataset(scope, id, 'update')
  })

const sourceAt = (state: Record<string, unknown>): Source => {
  const text = (name: string) => (typeof state[name] === 'string' ? state[name] : null)
  return {
    catalog: text('catalog'),
    schema: text('schema'),
    table_name: text('table_name') ?? '',
    sql: text('sql'),
    template_params: text('template_params'),
  }
}

/** Undoes a deletion, or restores an earlier version. @throws what writing that state would throw */
export const restoreDataset = (
  ctx: Pick<Context, 'db' | 'events' | 'now' | 'sql'>,
  writer: Writer,
  id: number,
  version: number | undefined,
): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    const row = await trx.selectFrom('datasets').select('deleted_at').where('id', '=', id).executeTakeFirst()
    await undelete(scope, 'dataset', id)
    await requireAccess(trx, writer.principal, 'change', { kind: 'dataset', id })
    const now = await readDataset(trx, id)
    if (!now) throw new MessageError(422, { database: ['Database does not exist'] })
    rejectFaults({ table: await takenFault(trx, now.row.database_id, now.row, id) })
    const state = version === undefined ? null : await stateAt(trx, 'dataset', id, version)
    const [columns, metrics] = state
      ? [(state['columns'] ?? []) as ColumnRow[], (state['metrics'] ?? []) as MetricRow[]]
      : [now.columns, now.metrics]
    const source = state ? sourceAt(state) : now.row
    // Restoring a deleted dataset needs the same checks as writing it, because rights may have been revoked since.
    const isRewritten = row?.deleted_at !== null || source.template_params !== now.row.template_params
    await requireDefinitionRights(
      { ctx, principal: writer.principal },
      {
        database: now.database,
        source: hasMoved(now, source, now.database.id) || (isRewritten && source.sql) ? source : null,
        known: isRewritten ? [] : expressionsOf({ ...now, predicate: now.row.fetch_values_predicate }),
        expressions: expressionsOf({
          columns,
          metrics,
          predicate: state ? (state['fetch_values_predicate'] as string | null) : now.row.fetch_values_predicate,
        }),
      },
    )
    if (state) {
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
      await insertRows(trx, 'dataset_columns', columns)
      await insertRows(trx, 'dataset_metrics', metrics)
    }
    return recordDataset(scope, id, 'restore')
  })
