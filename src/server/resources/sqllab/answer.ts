import type { Context } from '../../context.ts'
import { queryState, type QueryRow } from '../query/state.ts'
import type { StoredResult } from './results/store.ts'

const open = Buffer.from('{"data":')

/** A result as the body of a response; the bytes of its rows are passed on as they are. */
export const resultBody = async (
  ctx: Pick<Context, 'db' | 'host'>,
  row: QueryRow,
  { columns, rows }: StoredResult,
): Promise<Uint8Array> => {
  const state = await queryState(ctx, row)
  const rest = { query_id: row.id, status: row.status, columns, selected_columns: columns, expanded_columns: [], query: state }
  return Buffer.concat([open, rows, Buffer.from(`,${JSON.stringify(rest).slice(1)}`)])
}
