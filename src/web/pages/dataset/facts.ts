import { datasetGet } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { callRecord } from '../../data/call.ts'

const columns = [
  'id',
  'table_name',
  'kind',
  'catalog',
  'schema',
  'sql',
  'database',
  'extra',
  'owners',
  'changed_by',
  'changed_on_utc',
  'main_dttm_col',
  'is_managed_externally',
] as const

/** What the page shows of a dataset besides its form. */
export type DatasetFactsOnPage = RowOf<typeof datasetGet, (typeof columns)[number]>

export const readFacts = async (id: number, signal: AbortSignal): Promise<DatasetFactsOnPage> =>
  (await callRecord(datasetGet, { params: { idOrName: String(id) }, columns }, { signal })).data.result
