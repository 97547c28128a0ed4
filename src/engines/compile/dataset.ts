import type { ColumnMasks } from '#core/access/column-rules.ts'
import { withOwnKeys } from '#core/encoding/own-keys.ts'

/** A dataset as a plain value for the compiler. */
export type DatasetColumn = {
  column_name: string
  verbose_name: string | null
  /** The engine's type text; null if unknown. */
  type: string | null
  is_dttm: boolean
  /** SQL of a calculated column. */
  expression: string | null
  /** `epoch_s`, `epoch_ms` or a strftime pattern: how a time column that is none for the engine is written. */
  python_date_format: string | null
}

export type DatasetMetric = { metric_name: string; verbose_name: string | null; expression: string }

export type Dataset = {
  id: number
  uuid: string
  catalog: string | null
  schema: string | null
  table_name: string
  /** SQL of a virtual dataset. */
  sql: string | null
  columns: DatasetColumn[]
  metrics: DatasetMetric[]
  main_dttm_col: string | null
  always_filter_main_dttm: boolean
  fetch_values_predicate: string | null
  /** Hours added to the time values of answers. */
  offset: number
  /** Where column rules bind the viewer: the columns of the source as they are, and how they read. */
  masked?: { columns: readonly DatasetColumn[]; masks: ColumnMasks }
}

export const timeColumns = (dataset: Dataset): string[] => dataset.columns.filter((c) => c.is_dttm).map((c) => c.column_name)

export const findDatasetColumn = (dataset: Dataset, name: string): DatasetColumn | undefined =>
  dataset.columns.find((c) => c.column_name === name)

export const findDatasetMetric = (dataset: Dataset, name: string): DatasetMetric | undefined =>
  dataset.metrics.find((m) => m.metric_name === name)

/** Header texts: name → verbose name, for columns and metrics that have one. */
export const verboseNames = (dataset: Dataset): Record<string, string> =>
  withOwnKeys(
    Object.fromEntries([
      ...dataset.columns.flatMap((c) => (c.verbose_name ? [[c.column_name, c.verbose_name]] : [])),
      ...dataset.metrics.flatMap((m) => (m.verbose_name ? [[m.metric_name, m.verbose_name]] : [])),
    ]) as Record<string, string>,
  )
