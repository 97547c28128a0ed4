import { asList, asRecord } from '#core/query/read.ts'

type Content = Record<string, unknown>

/** Layers of a map: ids of charts on the server that the bundle comes from. */
const layerKey = 'deck_slices'

const hasLayers = (params: unknown): boolean => layerKey in asRecord(params)

/** Charts that show others come after them. */
export const layersFirst = <T extends { file: { params?: unknown } }>(charts: readonly T[]): T[] =>
  charts.toSorted((a, b) => Number(hasLayers(a.file.params)) - Number(hasLayers(b.file.params)))

/** Params with the ids that the layers have here; a chart that is not in the bundle keeps its id. */
export const withLayerIds = (params: Content, newIds: ReadonlyMap<number, number>): Content =>
  hasLayers(params) ? { ...params, [layerKey]: asList(params[layerKey]).map((id) => newIds.get(Number(id)) ?? id) } : params

/** The id that a chart had on the server that the bundle comes from; undefined if its params do not say. */
export const formerId = (params: unknown): number | undefined => {
  const id = asRecord(params)['slice_id']
  return typeof id === 'number' ? id : undefined
}
