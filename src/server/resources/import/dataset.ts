import { syncObjectPairs } from '../../access/object-pairs.ts'
import { resolveOwners, setOwners } from '../../db/owned.ts'
import { readDatabase } from '../database/store.ts'
import { recordDataset } from '../dataset/dataset-write.ts'
import { insertMetrics } from '../dataset/parts.ts'
import { requireSource } from '../dataset/read-columns.ts'
import { findDataset } from './find.ts'
import type { DatasetFile } from './schemas.ts'
import { documentText, flagOf, freeUuid, requireChange, requireCreate, type Import } from './writing.ts'

const settingsOf = (file: DatasetFile) => ({
  catalog: file.catalog ?? null,
  schema: file.schema ?? null,
  table_name: file.table_name,
  sql: file.sql || null,
  description: file.description ?? null,
  main_dttm_col: file.main_dttm_col ?? null,
  currency_code_column: file.currency_code_column ?? null,
  default_endpoint: file.default_endpoint ?? null,
  offset: file.offset ?? 0,
  cache_timeout: file.cache_timeout ?? null,
  fetch_values_predicate: file.fetch_values_predicate ?? null,
  filter_select_enabled: flagOf(file.filter_select_enabled, true),
  normalize_columns: flagOf(file.normalize_columns),
  always_filter_main_dttm: flagOf(file.always_filter_main_dttm),
  params: documentText(file.params),
  template_params: documentText(file.template_params),
  extra: documentText(file.extra),
  folders: documentText(file.folders),
})

/** Replaces the columns and metrics. */
const writeParts = async ({ scope }: Import, id: number, { columns, metrics }: DatasetFile): Promise<void> => {
  const { trx, now } = scope
  await trx.deleteFrom('dataset_columns').where('dataset_id', '=', id).execute()
  await trx.deleteFrom('dataset_metrics').where('dataset_id', '=', id).execute()
  for (const [position, column] of (columns ?? []).entries()) {
    await trx
      .insertInto('dataset_columns')
      .values({
        uuid: crypto.randomUUID(),
        dataset_id: id,
        position,
        column_name: column.column_name,
        verbose_name: column.verbose_name ?? null,
        type: column.type ?? null,
        advanced_data_type: column.advanced_data_type ?? null,
        is_active: flagOf(column.is_active, true),
        is_dttm: flagOf(column.is_dttm),
        groupby: flagOf(column.groupby, true),
        filterable: flagOf(column.filterable, true),
        expression: column.expression || null,
        description: column.description ?? null,
        python_date_format: column.python_date_format ?? null,
        extra: documentText(column.extra),
        created_on: now,
        changed_on: now,
      })
      .execute()
  }
  await insertMetrics(
    scope,
    id,
    (metrics ?? []).map((metric, position) => ({
      position,
      metric_name: metric.metric_name,
      expression: metric.expression,
      verbose_name: metric.verbose_name ?? null,
      metric_type: metric.metric_type ?? null,
      description: metric.description ?? null,
      d3format: metric.d3format ?? null,
      currency: documentText(metric.currency),
      warning_text: metric.warning_text ?? null,
      extra: documentText(metric.extra),
    })),
  )
}

/** Creates a dataset, or overwrites the one of the same uuid or table. Returns its id. */
export const importDataset = async (
  importing: Import,
  file: DatasetFile,
  { databaseId, overwrite }: { databaseId: number; overwrite: boolean },
) => {
  const { scope, principal } = importing
  const { trx } = scope
  const found = await findDataset(trx, databaseId, file)
  if (found !== undefined && !overwrite) return found
  if (found === undefined) requireCreate(principal, 'dataset')
  else await requireChange(importing, 'dataset', found)
  const database = await readDatabase(trx, databaseId)
  if (!database) throw new Error('The database of an imported dataset is gone')
  const settings = settingsOf(file)
  requireSource(principal, database, settings)
  if (found !== undefined) {
    await trx
      .updateTable('datasets')
      .set({ ...settings, database_id: databaseId })
      .where('id', '=', found)
      .execute()
    await writeParts(importing, found, file)
    await syncObjectPairs(trx, 'dataset', found)
    await recordDataset(scope, found, 'update')
    return found
  }
  await freeUuid(scope, 'dataset', file.uuid)
  const { id } = await trx
    .insertInto('datasets')
    .values({
      ...scope.stamp(),
      ...settings,
      uuid: file.uuid,
      database_id: databaseId,
      deleted_at: null,
      timezone: null,
      external_url: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeParts(importing, id, file)
  await setOwners(scope, 'dataset', id, resolveOwners(principal, undefined, true))
  await syncObjectPairs(trx, 'dataset', id)
  await recordDataset(scope, id, 'create')
  return id
}
