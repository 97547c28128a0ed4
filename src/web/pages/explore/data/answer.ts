import type { TableRef } from '../../../controls/control-props.ts'
import type { DatasetFacts } from '#charts/control.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { Notes } from '../../../ui/marks/NoteMarks.tsx'

/** By which folders name a column or metric. */
type HasUuid = { uuid?: string | null }

/** The dataset in the explore response, with wire names. */
export type ExploreDataset = Omit<DatasetFacts, 'columns' | 'metrics'> & {
  columns: (DatasetFacts['columns'][number] & Notes & HasUuid)[]
  metrics: (DatasetFacts['metrics'][number] & Notes & HasUuid)[]
  /** Columns and metrics by folder. */
  folders?: unknown
  type: string
  uid?: string
  name?: string
  datasource_name: string
  table_name?: string
  schema?: string | null
  catalog?: string | null
  sql?: string | null
  template_params?: string | null
  select_star?: string | null
  description?: string | null
  extra?: string | null
  edit_url?: string
  filter_select?: boolean
  is_managed_externally?: boolean
  owners?: { id: number; first_name?: string; last_name?: string; username?: string }[]
  database: { id: number; name?: string; backend?: string }
  verbose_map?: Record<string, string>
}

export type Slice = {
  slice_id: number
  slice_name: string
  description?: string | null
  form_data: FormData
  owners?: number[]
  cache_timeout?: number | null
  certified_by?: string | null
  certification_details?: string | null
  is_managed_externally?: boolean
  changed_on?: string
}

export type Metadata = {
  owners?: string[]
  created_by?: string | null
  created_on_humanized?: string
  changed_by?: string | null
  changed_on_humanized?: string
  dashboards?: { id: number; dashboard_title: string }[]
}

export type ExploreAnswer = {
  dataset: ExploreDataset
  form_data: Record<string, unknown>
  slice: Slice | null
  metadata: Metadata | null
  message: string | null
}

/** The server replaces a missing dataset with an empty one without id, named in the user's language. */
export const isMissingDataset = (dataset: ExploreDataset): boolean => dataset.columns.length === 0 && !dataset.id

/** Whether the chart reads a statement of SQL Lab, one that was run or a saved one. */
export const isQuery = ({ type }: Pick<ExploreDataset, 'type'>): boolean => type === 'query' || type === 'saved_query'

/** Whether the dataset's `extra` disallows ad-hoc metrics. */
export const hasSavedMetricsOnly = (dataset: ExploreDataset): boolean => {
  try {
    const extra: unknown = JSON.parse(dataset.extra ?? '{}')
    return typeof extra === 'object' && extra !== null && 'disallow_adhoc_metrics' in extra && Boolean(extra.disallow_adhoc_metrics)
  } catch {
    return false
  }
}

/** Whether the address names a chart that the user cannot see, and no dataset to show instead. */
export const isMissingChart = ({ slice, dataset }: Pick<ExploreAnswer, 'slice' | 'dataset'>, sliceId: number | null): boolean =>
  sliceId !== null && slice === null && isMissingDataset(dataset)

/** The dataset's table in its database; null for one that is a query. */
export const tableOf = ({ type, sql, database, table_name, schema, catalog }: ExploreDataset): TableRef | null =>
  type === 'table' && !sql && table_name
    ? { databaseId: database.id, name: table_name, schema: schema ?? null, catalog: catalog ?? null }
    : null
