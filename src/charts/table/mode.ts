import { isSet } from '#core/query/read.ts'

export type TableMode = 'aggregate' | 'raw'

/** Of a form, read or as it is saved. */
type Modes = { query_mode?: unknown; all_columns?: unknown } | { [control: string]: unknown }

/** What the form says, else raw records as soon as columns are chosen. */
export const tableMode = ({ query_mode: mode, all_columns: columns }: Modes): TableMode => {
  if (mode === 'raw' || mode === 'aggregate') return mode
  return isSet(columns) ? 'raw' : 'aggregate'
}
