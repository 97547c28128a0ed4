import { isAllowed } from '#core/access/can.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { notFound } from '#core/errors.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { tagTypes } from '../../db/implicit-tags.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { openSecretsIfReadable } from '../database/connection/secrets.ts'
import { fileName, type Files } from './archive.ts'
import { exportedMetadata, exportedPosition, filteredDatasets } from './dashboard-documents.ts'
import { chartFile, dashboardFile, databaseFile, datasetFile, queryFile, themeFile } from './files.ts'

type OwnedTable = 'charts' | 'dashboards' | 'datasets' | 'databases'

/** What differs between exports of a kind and of what it brings along. */
export type Collecting = {
  ctx: Pick<Context, 'config'>
  db: Db
  principal: Principal
  files: Files
  /** The export is about databases: 6.1 writes those and the names of their datasets differently. */
  isOfDatabases: boolean
  /** Names of the tags that were written, for tags.yaml. */
  tags: Set<string>
}

const kindOf = { charts: 'chart', dashboards: 'dashboard', datasets: 'dataset', databases: 'database' } as const

/** The rows that exist and that the caller sees. */
const visibleRows = async <T extends OwnedTable>({ db, principal }: Collecting, table: T, ids: readonly number[]): Promise<number[]> => {
  const visible: number[] = []
  for (const id of new Set(ids)) {
    const subject = await subjectOf(db, kindOf[table], id)
    if (subject && isAllowed(principal, 'see', subject)) visible.push(id)
  }
  return visible
}

/** @throws MessageError 404 unless the caller sees all */
export const requireVisible = async (collecting: Collecting, table: OwnedTable, ids: readonly number[]): Promise<void> => {
  const visible = await visibleRows(collecting, table, ids)
  if (visible.length < new Set(ids).size || ids.length === 0) throw notFound()
}

const readDatabase = (db: Db, id: number) =>
  db.selectFrom('databases').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

export const addDatabase = async (collecting: Collecting, id: number): Promise<Row<'databases'> | null> => {
  const row = await readDatabase(collecting.db, id)
  if (!row) return null
  const secrets = openSecretsIfReadable(collecting.ctx, row)
  const content = databaseFile(row, { isAlone: collecting.isOfDatabases, secrets })
  collecting.files.set(`databases/${fileName(row.database_name)}.yaml`, content)
  return row
}

/** A dataset with its database. Returns its uuid. */
export const addDataset = async (collecting: Collecting, id: number): Promise<string | null> => {
  const { db, files, isOfDatabases } = collecting
  const row = await db.selectFrom('datasets').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  const database = row && (await addDatabase(collecting, row.database_id))
  if (!row || !database) return null
  const columns = await db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', id).orderBy('position').execute()
  const metrics = await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', id).orderBy('position').execute()
  const name = isOfDatabases ? fileName(row.table_name) : `${fileName(row.table_name)}_${id}`
  const content = datasetFile(row, { columns, metrics, databaseUuid: database.uuid })
  files.set(`datasets/${fileName(database.database_name)}/${name}.yaml`, content)
  return row.uuid
}

const customTags = async ({ db, tags }: Collecting, kind: 'chart' | 'dashboard', id: number): Promise<string[]> => {
  const found = await db
    .selectFrom('tagged')
    .innerJoin('tags', 'tags.id', 'tagged.tag_id')
    .select('tags.name')
    .where('tagged.kind', '=', kind)
    .where('tagged.object_id', '=', id)
    .where('tags.type', '=', tagTypes.custom)
    .orderBy('tags.name')
    .execute()
  for (const { name } of found) tags.add(name)
  return found.map(({ name }) => name)
}

/** A chart with its dataset and database. */
export const addChart = async (collecting: Collecting, id: number): Promise<Row<'charts'> | null> => {
  const { db, files } = collecting
  const row = await db.selectFrom('charts').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) return null
  const datasetUuid = await addDataset(collecting, row.datasource_id)
  const content = chartFile(row, { datasetUuid, tags: await customTags(collecting, 'chart', id) })
  files.set(`charts/${fileName(row.slice_name)}_${id}.yaml`, content)
  return row
}

/** A dashboard with the charts, filtered datasets and theme that it needs, as far as the caller sees them. */
export const addDashboard = async (collecting: Collecting, id: number): Promise<void> => {
  const { db, files } = collecting
  const row = await db.selectFrom('dashboards').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) return
  const linked = await db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', id).orderBy('chart_id').execute()
  const chartIds = linked.map(({ chart_id }) => chart_id)
  const charts: Row<'charts'>[] = []
  for (const chartId of await visibleRows(collecting, 'charts', chartIds)) {
    const chart = await addChart(collecting, chartId)
    if (chart) charts.push(chart)
  }
  const metadata = readObject(row.json_metadata)
  const datasetUuids = new Map<number, string>()
  for (const datasetId of await visibleRows(collecting, 'datasets', filteredDatasets(metadata))) {
    const uuid = await addDataset(collecting, datasetId)
    if (uuid) datasetUuids.set(datasetId, uuid)
  }
  const [theme] = row.theme_id === null ? [] : await addThemes(collecting, [row.theme_id])
  const content = dashboardFile(row, {
    position: exportedPosition(readObject(row.position_json), row.dashboard_title, charts),
    metadata: exportedMetadata(metadata, datasetUuids),
    themeUuid: theme?.uuid ?? null,
    tags: await customTags(collecting, 'dashboard', id),
  })
  files.set(`dashboards/${fileName(row.dashboard_title)}_${id}.yaml`, content)
}

/** A saved query with its database. */
export const addQuery = async (collecting: Collecting, row: Row<'saved_queries'>): Promise<void> => {
  const database = row.db_id === null ? null : await addDatabase(collecting, row.db_id)
  const folders = [database?.database_name, row.schema].flatMap((name) => (name ? [fileName(name)] : []))
  collecting.files.set(
    ['queries', ...folders, `${fileName(row.label ?? '') || row.uuid}.yaml`].join('/'),
    queryFile(row, database?.uuid ?? null),
  )
}

export const addThemes = async ({ db, files }: Collecting, ids: readonly number[]): Promise<Row<'themes'>[]> => {
  const rows = ids.length
    ? await db
        .selectFrom('themes')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute()
    : []
  for (const row of rows) files.set(`themes/${fileName(row.theme_name)}.yaml`, themeFile(row))
  return rows
}

/** tags.yaml: the tags of the exported objects with their descriptions. */
export const addTags = async ({ db, files, tags }: Collecting): Promise<void> => {
  const names = [...tags]
  const rows = names.length
    ? await db.selectFrom('tags').select(['name', 'description']).where('name', 'in', names).orderBy('name').execute()
    : []
  files.set('tags.yaml', { tags: rows.map(({ name, description }) => ({ tag_name: name, description })) })
}

const idsOf = async (collecting: Collecting, table: OwnedTable): Promise<number[]> => {
  const rows = await collecting.db.selectFrom(table).select('id').where('deleted_at', 'is', null).orderBy('id').execute()
  return visibleRows(
    collecting,
    table,
    rows.map(({ id }) => id),
  )
}

export const addDatasetsOf = async (collecting: Collecting, databaseId: number): Promise<void> => {
  const query = collecting.db.selectFrom('datasets').select('id').where('database_id', '=', databaseId).where('deleted_at', 'is', null)
  const rows = await query.orderBy('id').execute()
  for (const { id } of rows) await addDataset(collecting, id)
}

/** Everything that the caller sees, with their own saved queries (an admin's: all). */
export const addAssets = async (collecting: Collecting): Promise<void> => {
  const { db, principal } = collecting
  for (const id of await idsOf(collecting, 'databases')) await addDatabase({ ...collecting, isOfDatabases: true }, id)
  const databases = new Map([...collecting.files].filter(([path]) => path.startsWith('databases/')))
  for (const id of await idsOf(collecting, 'datasets')) await addDataset(collecting, id)
  for (const id of await idsOf(collecting, 'charts')) await addChart(collecting, id)
  for (const id of await idsOf(collecting, 'dashboards')) await addDashboard(collecting, id)
  const queries = await db.selectFrom('saved_queries').selectAll().orderBy('id').execute()
  for (const row of queries) if (isAdmin(principal) || row.created_by_fk === userOf(principal)?.id) await addQuery(collecting, row)
  for (const [path, content] of databases) collecting.files.set(path, content)
}
