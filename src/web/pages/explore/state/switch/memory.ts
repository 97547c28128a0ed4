import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import type { AutoChosen } from './fill-form.ts'

/** Fields collected from the chart types visited so far, for the next type to use. */
export type Pool = {
  metrics: QueryMetric[]
  columns: QueryColumn[]
  axis: QueryColumn | null
  /** The last values of shared keys, also while a chart type lacks them. */
  shared: Record<string, unknown>
}

/** A chart type as it was left: its form, the automatically chosen fields, and a signature of all fields at that time. */
export type Visit = { form: FormData; chosen: AutoChosen; fields: string }

export type Memory = {
  pool: Pool
  visited: Record<string, Visit>
  /** Automatically chosen fields of the current form, which are not carried over. */
  chosen: AutoChosen
}

export const emptyMemory: Memory = { pool: { metrics: [], columns: [], axis: null, shared: {} }, visited: {}, chosen: {} }
