import type { Splice } from '#core/encoding/splice.ts'

/** Fields of a tab that the page changes, by their wire names. */
export type TabPatch = {
  label?: string
  database_id?: number | null
  catalog?: string | null
  schema?: string | null
  sql?: string
  /** What to change of the text, instead of all of it. */
  sql_splice?: Splice
  query_limit?: number
  latest_query_id?: string
  template_params?: string | null
  saved_query_id?: number | null
  autorun?: boolean
  extra_json?: Record<string, unknown>
  position?: number
}

/** The form of a change: every field is JSON. */
export const tabForm = (fields: TabPatch | { queryEditor: Record<string, unknown> }): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
