import { datasetCreate } from '#api/dataset.ts'
import { call } from '../../../data/call.ts'
import { querySql } from '../dataset-menu/sql-lab-path.ts'
import type { ExploreDataset } from './answer.ts'
import { fetchDataset } from './dataset.ts'

/** The virtual dataset of a query. */
export const datasetOfQuery = (query: ExploreDataset, name: string) => ({
  database: query.database.id,
  ...(query.catalog && { catalog: query.catalog }),
  schema: query.schema ?? null,
  table_name: name.trim(),
  sql: querySql(query),
  ...(query.template_params && { template_params: query.template_params }),
})

/** Saves the query that a chart reads as a virtual dataset. */
export const saveQuery = async (query: ExploreDataset, name: string): Promise<ExploreDataset> =>
  fetchDataset((await call(datasetCreate, { body: datasetOfQuery(query, name) })).id)
