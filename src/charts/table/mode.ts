import { asNumber, isSet } from '#core/query/read.ts'
import type { TableForm } from './controls.ts'

export type TableMode = 'aggregate' | 'raw'

/** Of a form, read or as it is saved. */
type Modes = { query_mode?: unknown; all_columns?: unknown } | { [control: string]: unknown }

/** What the form says, else raw records as soon as columns are chosen. */
export const tableMode = ({ query_mode: mode, all_columns: columns }: Modes): TableMode => {
  if (mode === 'raw' || mode === 'aggregate') return mode
  return isSet(columns) ? 'raw' : 'aggregate'
}

/** Rows of a page; 0 without pages. */
export const pageSizeOf = (form: Pick<TableForm, 'server_pagination' | 'server_page_length' | 'page_length'>): number =>
  form.server_pagination ? form.server_page_length : (asNumber(form.page_length) ?? 0)
