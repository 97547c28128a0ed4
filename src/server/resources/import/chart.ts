import { isDeepStrictEqual } from 'node:util'
import { convertLegacyChart } from '#core/query/legacy/convert.ts'
import { asList, asRecord, isObject } from '#core/query/read.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Db } from '../../db/open.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import { resolveOwners, setOwners } from '../../db/owned.ts'
import { recordChart } from '../chart/state.ts'
import { findChart } from './find.ts'
import type { ChartFile } from './schemas.ts'
import { freeUuid, requireChange, requireCreate, type Import } from './writing.ts'

/** A stored query names its dataset, too; one that asks another is dropped, and rebuilt from the form. */
const queryContextOf = (stored: unknown, datasetId: number): string | null => {
  if (!isObject(stored)) return null
  const form = asRecord(stored['form_data'])
  return JSON.stringify({
    ...stored,
    datasource: { ...asRecord(stored['datasource']), id: datasetId, type: 'table' },
    ...('form_data' in stored && { form_data: { ...form, datasource: `${datasetId}__table` } }),
  })
}

const isFormula = (layer: unknown) => asRecord(layer)['annotationType'] === 'FORMULA'

/**
 * Layers name the annotations and charts of their server by id, which are others here: only formulas are imported, and the layers that the
 * chart already has here.
 */
const layersOf = (imported: readonly unknown[], present: readonly unknown[]): unknown[] =>
  imported.filter((layer) => isFormula(layer) || present.some((known) => isDeepStrictEqual(known, layer)))

const layersHere = async (db: Db, id: number | undefined): Promise<unknown[]> => {
  if (id === undefined) return []
  const row = await db.selectFrom('charts').select('params').where('id', '=', id).executeTakeFirst()
  return asList(readObject(row?.params ?? null)['annotation_layers'])
}

/** Creates a chart, or overwrites the one of the same uuid. Types of older versions become those that replaced them. Returns its id. */
export const importChart = async (
  importing: Import,
  file: ChartFile,
  { datasetId, overwrite }: { datasetId: number; overwrite: boolean },
) => {
  const { scope, principal } = importing
  const { trx, now, userId } = scope
  const found = await findChart(trx, file)
  if (found !== undefined && !overwrite) return found
  if (found === undefined) requireCreate(principal, 'chart')
  else await requireChange(importing, 'chart', found)
  await requireDataset(trx, principal, datasetId)
  const converted = convertLegacyChart(file.viz_type, asRecord(file.params))
  const imported = asList(converted.params['annotation_layers'])
  const annotation_layers = layersOf(imported, await layersHere(trx, found))
  const isAsStored = converted.viz_type === file.viz_type && annotation_layers.length === imported.length
  const settings = {
    slice_name: file.slice_name,
    description: file.description ?? null,
    viz_type: converted.viz_type,
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    params: JSON.stringify({
      ...converted.params,
      ...('annotation_layers' in converted.params && { annotation_layers }),
      datasource: `${datasetId}__table`,
    }),
    query_context: isAsStored ? queryContextOf(file.query_context, datasetId) : null,
    cache_timeout: file.cache_timeout ?? null,
    datasource_id: datasetId,
    datasource_type: 'table',
    last_saved_at: now,
    last_saved_by_fk: userId,
  }
  if (found !== undefined) {
    await trx.updateTable('charts').set(settings).where('id', '=', found).execute()
    await recordChart(scope, found, 'update')
    return found
  }
  await freeUuid(scope, 'chart', file.uuid)
  const { id } = await trx
    .insertInto('charts')
    .values({ ...scope.stamp(), ...settings, uuid: file.uuid, deleted_at: null, external_url: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setOwners(scope, 'chart', id, resolveOwners(principal, undefined, true))
  await recordChart(scope, id, 'create')
  return id
}
