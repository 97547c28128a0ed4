import type { Kysely } from 'kysely'
import type { NewRow, Tables } from '../../db/tables.ts'

/** With up to 20 columns a row, below the 32,766 parameters that SQLite takes in a statement. */
const maxRows = 1000

/** Inserts rows with the same fields, many per statement. */
export const insertRows = async <T extends 'dataset_columns' | 'dataset_metrics'>(
  trx: Kysely<Tables>,
  table: T,
  rows: readonly NewRow<T>[],
) => {
  for (let start = 0; start < rows.length; start += maxRows) {
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + maxRows))
      .execute()
  }
}
