import { datasetGet, datasetUpdate } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { call, callRecord } from '../data/call.ts'
import type { Patch } from './draft.ts'

const storedColumns = [
  'id',
  'table_name',
  'kind',
  'database',
  'catalog',
  'schema',
  'description',
  'sql',
  'extra',
  'main_dttm_col',
  'currency_code_column',
  'cache_timeout',
  'offset',
  'default_endpoint',
  'fetch_values_predicate',
  'template_params',
  'filter_select_enabled',
  'normalize_columns',
  'always_filter_main_dttm',
  'is_managed_externally',
  'owners',
  'columns',
  'metrics',
  'folders',
] as const

/** A dataset as stored on the server, and its version. */
export type StoredDataset = { wire: RowOf<typeof datasetGet, (typeof storedColumns)[number]>; etag: string | null }

export const readStored = async (id: number, signal?: AbortSignal): Promise<StoredDataset> => {
  const { data, etag } = await callRecord(datasetGet, { params: { idOrName: String(id) }, columns: storedColumns }, signal && { signal })
  return { wire: data.result, etag }
}

/** Updates the version that was read. Rejected by the server if someone else has changed the dataset since. */
export const writeStored = (id: number, patch: Patch, { etag }: StoredDataset) =>
  call(datasetUpdate, { params: { pk: id }, body: patch }, { headers: etag ? { 'if-match': etag } : {} })

export type SavedMetric = { metric_name: string; expression: string; d3format: string | null }

/** Adds a saved metric to a dataset. */
export const addMetric = async (id: number, metric: SavedMetric) => {
  const stored = await readStored(id)
  const existing = stored.wire.metrics.map(({ id: key, metric_name, expression }) => ({ id: key, metric_name, expression }))
  await writeStored(id, { metrics: [...existing, metric] }, stored)
}
