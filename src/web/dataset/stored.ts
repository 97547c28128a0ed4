import { datasetGet, datasetUpdate } from '#api/dataset.ts'
import { call, callRaw } from '../data/call.ts'
import { parseJson } from '../data/parse-json.ts'
import type { Patch } from './draft.ts'

/** A dataset as the server keeps it, and the mark of this version. */
export type StoredDataset = { wire: Record<string, unknown>; etag: string | null }

export const readStored = async (id: number, signal?: AbortSignal): Promise<StoredDataset> => {
  const response = await callRaw(datasetGet, { params: { idOrName: String(id) } }, signal && { signal })
  const { result } = parseJson(await response.text()) as { result: Record<string, unknown> }
  return { wire: result, etag: response.headers.get('etag') }
}

/** Changes the version that was read; somebody else's change in between is refused, not written over. */
export const writeStored = (id: number, patch: Patch, { etag }: StoredDataset) =>
  call(datasetUpdate, { params: { pk: id }, body: patch }, { headers: etag ? { 'if-match': etag } : {} })

export type SavedMetric = { metric_name: string; expression: string; d3format: string | null }

type KnownMetric = { id: number; metric_name: string; expression: string }

/** Adds a metric to those that all charts of the dataset share. */
export const addMetric = async (id: number, metric: SavedMetric) => {
  const stored = await readStored(id)
  const known = (stored.wire['metrics'] ?? []) as KnownMetric[]
  const kept = known.map(({ id: key, metric_name, expression }) => ({ id: key, metric_name, expression }))
  await writeStored(id, { metrics: [...kept, metric] }, stored)
}
