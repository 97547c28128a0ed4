import type { Kind } from '#core/access/kind.ts'
import type { ChartSubject, DashboardSubject, DatabaseSubject, DatasetSubject, SubjectOf } from '#core/access/subject.ts'
import type { Db } from '../db/open.ts'

type Loader<K extends Kind> = (db: Db, id: number) => Promise<SubjectOf<K> | null>

/**
 * The facts about an object that `can` decides by; null if it does not exist or is deleted. Call it inside the writing transaction.
 */
export const subjectOf = <K extends Kind>(db: Db, kind: K, id: number): Promise<SubjectOf<K> | null> => loaders[kind](db, id)

const ownersOf = async (db: Db, kind: Kind, id: number): Promise<number[]> => {
  const rows = await db.selectFrom('owners').select('user_id').where('kind', '=', kind).where('object_id', '=', id).execute()
  return rows.map((row) => row.user_id)
}

const database = async (db: Db, id: number): Promise<DatabaseSubject | null> => {
  const row = await db
    .selectFrom('databases')
    .select(['id', 'database_name as name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { kind: 'database', ...row } : null
}

const datasets = async (db: Db, ids: number[]): Promise<DatasetSubject[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name', 'datasets.catalog', 'datasets.schema', 'databases.id as databaseId', 'database_name'])
    .where('datasets.id', 'in', ids)
    .where('datasets.deleted_at', 'is', null)
    .execute()
  const owners = await db.selectFrom('owners').selectAll().where('kind', '=', 'dataset').where('object_id', 'in', ids).execute()
  return rows.map((row) => ({
    kind: 'dataset',
    id: row.id,
    name: row.table_name,
    owners: owners.filter((owner) => owner.object_id === row.id).map((owner) => owner.user_id),
    database: { kind: 'database', id: row.databaseId, name: row.database_name },
    catalog: row.catalog,
    schema: row.schema,
  }))
}

const chart = async (db: Db, id: number): Promise<ChartSubject | null> => {
  const row = await db
    .selectFrom('charts')
    .select(['uuid', 'datasource_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const [dataset] = await datasets(db, [row.datasource_id])
  return { kind: 'chart', id, uuid: row.uuid, owners: await ownersOf(db, 'chart', id), dataset: dataset ?? null }
}

const dashboard = async (db: Db, id: number): Promise<DashboardSubject | null> => {
  const row = await db
    .selectFrom('dashboards')
    .select(['uuid', 'published'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const roles = await db.selectFrom('dashboard_roles').select('role_id').where('dashboard_id', '=', id).execute()
  const sources = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select('charts.datasource_id')
    .distinct()
    .where('dashboard_id', '=', id)
    .where('charts.deleted_at', 'is', null)
    .execute()
  return {
    kind: 'dashboard',
    id,
    uuid: row.uuid,
    owners: await ownersOf(db, 'dashboard', id),
    published: row.published === 1,
    roles: roles.map((role) => role.role_id),
    datasets: await datasets(
      db,
      sources.map((source) => source.datasource_id),
    ),
  }
}

const loaders: { [K in Kind]: Loader<K> } = {
  chart,
  dashboard,
  database,
  dataset: async (db, id) => (await datasets(db, [id]))[0] ?? null,
}
