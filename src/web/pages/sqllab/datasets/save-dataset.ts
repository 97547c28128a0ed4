import { datasetCreate, datasetUpdate } from '#api/dataset.ts'
import { formDataCreate } from '#api/explore.ts'
import type { FormData } from '#core/query/query-object.ts'
import { call } from '../../../data/call.ts'
import { tabId } from '../../../data/changes/tab-id.ts'
import { paths } from '../../../data/paths.ts'

/** The statement that a dataset is made of, and where it runs. */
export type DatasetSource = {
  databaseId: number
  catalog: string | null
  schema: string | null
  sql: string
  templateParams: string | null
}

/** Makes a virtual dataset of a statement. @returns its id */
export const createDataset = async ({ databaseId, catalog, schema, sql, templateParams }: DatasetSource, name: string): Promise<number> => {
  const body = { database: databaseId, catalog, schema, sql, table_name: name, template_params: templateParams }
  return (await call(datasetCreate, { body })).id
}

/** Gives an existing dataset another statement, and the columns of that. */
export const overwriteDataset = async (
  { databaseId, catalog, schema, sql, templateParams }: DatasetSource,
  id: number,
): Promise<number> => {
  const body = { database_id: databaseId, catalog, schema, sql, template_params: templateParams }
  await call(datasetUpdate, { params: { pk: id }, query: { override_columns: 'true' }, body })
  return id
}

/** The address of explore with a chart that is not saved. */
export const exploreAddress = async (datasetId: number, form: FormData): Promise<string> => {
  const body = { datasource_id: datasetId, datasource_type: 'table' as const, form_data: JSON.stringify(form) }
  const { key } = await call(formDataCreate, { query: { tab_id: tabId() }, body })
  return `${paths.exploreDataset(datasetId)}&form_data_key=${encodeURIComponent(key)}`
}
