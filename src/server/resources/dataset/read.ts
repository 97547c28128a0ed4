import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'

export type ColumnRow = Row<'dataset_columns'>
export type MetricRow = Row<'dataset_metrics'>

/** A dataset with its database, columns and metrics. */
export type StoredDataset = { row: Row<'datasets'>; database: Row<'databases'>; columns: ColumnRow[]; metrics: MetricRow[] }

export const columnsOf = (db: Db, ids: readonly number[]): Promise<ColumnRow[]> =>
  db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', 'in', [...ids])
    .orderBy('position')
    .orderBy('id')
    .execute()

export const metricsOf = (db: Db, ids: readonly number[]): Promise<MetricRow[]> =>
  db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', 'in', [...ids])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Reads datasets, unless they or their database are deleted. */
export const readDatasets = async (db: Db, ids: readonly number[]): Promise<StoredDataset[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('datasets')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length === 0) return []
  const found = rows.map((row) => row.id)
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map((row) => row.database_id))])
    .where('deleted_at', 'is', null)
    .execute()
  const [columns, metrics] = [await columnsOf(db, found), await metricsOf(db, found)]
  return rows.flatMap((row) => {
    const database = databases.find((one) => one.id === row.database_id)
    if (!database) return []
    return [
      {
        row,
        database,
        columns: columns.filter((column) => column.dataset_id === row.id),
        metrics: metrics.filter((metric) => metric.dataset_id === row.id),
      },
    ]
  })
}

export const readDataset = async (db: Db, id: number): Promise<StoredDataset | null> => (await readDatasets(db, [id]))[0] ?? null
