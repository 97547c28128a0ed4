import type { Db } from '../../db/open.ts'
import { datasetOf } from '../dataset/dataset-write.ts'
import type { ChartFile, DashboardFile, DatabaseFile, DatasetFile, QueryFile, ThemeFile } from './schemas.ts'

/** What a bundle's objects are here: by uuid, else databases and datasets by name. */

export const findDatabase = async (db: Db, { uuid, database_name }: Pick<DatabaseFile, 'uuid' | 'database_name'>) => {
  const rows = await db
    .selectFrom('databases')
    .selectAll()
    .where((where) => where.or([where('uuid', '=', uuid), where('database_name', '=', database_name)]))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.find((row) => row.uuid === uuid) ?? rows[0]
}

export const findDataset = async (db: Db, databaseId: number | undefined, file: DatasetFile): Promise<number | undefined> => {
  const row = await db.selectFrom('datasets').select('id').where('uuid', '=', file.uuid).where('deleted_at', 'is', null).executeTakeFirst()
  if (row) return row.id
  if (databaseId === undefined) return undefined
  const { table_name, catalog = null, schema = null } = file
  return datasetOf(db, databaseId, { table_name, catalog, schema, sql: null, template_params: null })
}

export const findChart = async (db: Db, { uuid }: Pick<ChartFile, 'uuid'>): Promise<number | undefined> =>
  (await db.selectFrom('charts').select('id').where('uuid', '=', uuid).where('deleted_at', 'is', null).executeTakeFirst())?.id

export const findDashboard = async (db: Db, { uuid }: Pick<DashboardFile, 'uuid'>): Promise<number | undefined> =>
  (await db.selectFrom('dashboards').select('id').where('uuid', '=', uuid).where('deleted_at', 'is', null).executeTakeFirst())?.id

export const findQuery = async (db: Db, { uuid }: Pick<QueryFile, 'uuid'>) =>
  db.selectFrom('saved_queries').select(['id', 'created_by_fk']).where('uuid', '=', uuid).executeTakeFirst()

export const findTheme = async (db: Db, { uuid }: Pick<ThemeFile, 'uuid'>): Promise<number | undefined> =>
  (await db.selectFrom('themes').select('id').where('uuid', '=', uuid).executeTakeFirst())?.id
