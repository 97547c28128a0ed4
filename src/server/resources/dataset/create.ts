import type { NewDataset } from '#api/bodies/dataset.ts'
import { isAllowed } from '#core/access/can.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { syncObjectPairs } from '../../access/object-pairs.ts'
import { subjectOf } from '../../access/subjects.ts'
import { change, type ChangeScope } from '../../db/change.ts'
import { insertRows } from './insert-rows.ts'
import { ownersFault, resolveOwners, rejectFaults, setOwners, uuidFault } from '../../db/owned.ts'
import { requireSource, readColumns, placeOf, type Source } from './read-columns.ts'
import { countMetric, insertMetrics, mainTimeOf, syncColumns } from './parts.ts'
import { readDataset } from './read.ts'
import { databaseFor, datasetOf, recordDataset, takenFault, type DatasetWrite } from './dataset-write.ts'

const insertDataset = async (
  scope: ChangeScope,
  databaseId: number,
  source: Source,
  settings: NewDataset & { mainTime: string | null },
): Promise<number> => {
  const { id } = await scope.trx
    .insertInto('datasets')
    .values({
      ...scope.stamp(),
      ...(settings.uuid && { uuid: settings.uuid }),
      ...source,
      database_id: databaseId,
      deleted_at: null,
      description: null,
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

/**
 * Creates a dataset of a table or of SQL, with typed columns, a main time column and the metric `count`.
 * The engine is queried before the transaction, so that the transaction does not wait for it.
 */
export const createDataset = async (write: DatasetWrite, body: NewDataset): Promise<number> => {
  const { ctx, writer } = write
  const database = await databaseFor(write, body.database)
  const access = { ctx, principal: writer.principal, signal: write.signal }
  const named = {
    catalog: body.catalog || null,
    schema: body.schema || null,
    table_name: body.table_name,
    sql: body.sql || null,
    template_params: body.template_params ?? null,
  }
  const source = await placeOf(access, database, named)
  requireSource(writer.principal, database, source)
  rejectFaults({ table: await takenFault(ctx.db, database.id, source), owners: await ownersFault(ctx.db, body.owners) })
  const physical = await readColumns(access, database, source)
  return change(ctx, writer, async (scope) => {
    rejectFaults({ table: await takenFault(scope.trx, database.id, source), uuid: await uuidFault(scope.trx, 'dataset', body.uuid) })
    const id = await insertDataset(scope, database.id, source, { ...body, mainTime: mainTimeOf(physical) })
    await syncColumns(scope, id, { stored: [], physical })
    await insertMetrics(scope, id, [countMetric])
    await setOwners(scope, 'dataset', id, resolveOwners(writer.principal, body.owners, true))
    await syncObjectPairs(scope.trx, 'dataset', id)
    await recordDataset(scope, id, 'create')
    return id
  })
}

/** The dataset of a table; created if there is none that the writer may see. */
export const getOrCreateDataset = async (write: DatasetWrite, body: NewDataset): Promise<number> => {
  const database = await databaseFor(write, body.database)
  const access = { ctx: write.ctx, principal: write.writer.principal, signal: write.signal }
  const source = await placeOf(access, database, {
    catalog: body.catalog || null,
    schema: body.schema || null,
    table_name: body.table_name,
    sql: null,
  })
  const found = await datasetOf(write.ctx.db, database.id, source)
  const subject = found === undefined ? null : await subjectOf(write.ctx.db, 'dataset', found)
  if (subject && isAllowed(write.writer.principal, 'see', subject)) return subject.id
  return createDataset(write, body)
}

/**
 * Duplicates a virtual dataset under another name, with its columns and metrics.
 * @throws MessageError 422 for a physical dataset, an unknown one, or a name that is taken
 */
export const duplicateDataset = ({ ctx, writer }: DatasetWrite, baseId: number, name: string): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    const subject = await subjectOf(trx, 'dataset', baseId)
    const base = subject && isAllowed(writer.principal, 'see', subject) ? await readDataset(trx, baseId) : null
    const isTaken = base && (await takenFault(trx, base.row.database_id, { ...base.row, table_name: name }))
    if (!base?.row.sql || isTaken) throw new MessageError(422, t('Dataset parameters are invalid.'))
    const { row, columns, metrics, database } = base
    requireSource(writer.principal, database, row)
    const { id: _id, version: _version, uuid: _uuid, ...kept } = row
    const { id } = await trx
      .insertInto('datasets')
      .values({ ...kept, ...scope.stamp(), table_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(
      trx,
      'dataset_columns',
      columns.map(({ id: _old, ...column }) => ({ ...column, uuid: crypto.randomUUID(), dataset_id: id })),
    )
    await insertMetrics(
      scope,
      id,
      metrics.map(({ id: _old, uuid: _old2, dataset_id: _old3, created_on: _old4, changed_on: _old5, ...metric }) => metric),
    )
    await setOwners(scope, 'dataset', id, resolveOwners(writer.principal, undefined, true))
    await syncObjectPairs(trx, 'dataset', id)
    await recordDataset(scope, id, 'create')
    return id
  })
