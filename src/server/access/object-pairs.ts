import { sql } from 'kysely'
import { catalogKey, databaseKey, datasetKey, schemaKey } from '#core/access/grants.ts'
import type { Db } from '../db/open.ts'

/**
 * Permission pairs of single objects, so that roles can be granted access to them. Synced in the transaction that creates or renames the
 * object. They survive a soft deletion, so that an undo restores the grants, and are deleted by the purge.
 */
export const syncObjectPairs = async (trx: Db, kind: 'database' | 'dataset', id: number): Promise<void> => {
  await (kind === 'database' ? syncDatabase(trx, id) : syncDataset(trx, id))
}

export const dropObjectPairs = async (trx: Db, kind: 'database' | 'dataset', id: number): Promise<void> => {
  for (const view of await viewsOfId(trx, permissionOf[kind], id)) await dropView(trx, view.id)
}

const permissionOf = { database: 'database_access', dataset: 'datasource_access' } as const

const syncDatabase = async (trx: Db, id: number): Promise<void> => {
  const database = await trx.selectFrom('databases').select(['id', 'database_name as name']).where('id', '=', id).executeTakeFirst()
  if (!database) return
  const key = databaseKey(database)
  const [known] = await viewsOfId(trx, 'database_access', id)
  const before = known?.name.replace(/\.\(id:\d+\)$/, '')
  const prefix = key.replace(/\.\(id:\d+\)$/, '')
  if (!known) {
    await dropContainerViews(trx, prefix)
    return ensurePair(trx, 'database_access', key)
  }
  if (before === prefix) return
  await renameView(trx, known.id, key)
  const parts = `${before}.[`
  const views = await trx
    .selectFrom('view_menus')
    .selectAll()
    .where(sql<string>`substr(name, 1, ${parts.length})`, '=', parts)
    .execute()
  for (const view of views) await renameView(trx, view.id, prefix + view.name.slice(before?.length))
}

/** Grants on schemas and catalogs are by name: a new database must not inherit those of a former one with the same name. */
const dropContainerViews = async (trx: Db, prefix: string): Promise<void> => {
  const views = await trx
    .selectFrom('view_menus')
    .innerJoin('permission_views', 'permission_views.view_menu_id', 'view_menus.id')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .select(['view_menus.id', 'view_menus.name'])
    .where('permissions.name', 'in', ['schema_access', 'catalog_access'])
    .execute()
  for (const view of views) if (view.name.startsWith(`${prefix}.[`)) await dropView(trx, view.id)
}

const syncDataset = async (trx: Db, id: number): Promise<void> => {
  const row = await trx
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name as name', 'datasets.catalog', 'datasets.schema', 'databases.database_name'])
    .where('datasets.id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const database = { name: row.database_name }
  const key = datasetKey({ id, name: row.name, database })
  const [known] = await viewsOfId(trx, 'datasource_access', id)
  if (!known) await ensurePair(trx, 'datasource_access', key)
  else if (known.name !== key) await renameView(trx, known.id, key)
  if (row.catalog !== null) await ensurePair(trx, 'catalog_access', catalogKey(database, row.catalog))
  if (row.schema !== null) await ensurePair(trx, 'schema_access', schemaKey(database, row.catalog, row.schema))
}

type View = { id: number; name: string }

/** View menus whose name ends with the object's id. */
const viewsOfId = (trx: Db, permission: string, id: number): Promise<View[]> =>
  trx
    .selectFrom('view_menus')
    .innerJoin('permission_views', 'permission_views.view_menu_id', 'view_menus.id')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .select(['view_menus.id', 'view_menus.name'])
    .where('permissions.name', '=', permission)
    .where('view_menus.name', 'like', `%(id:${id})`)
    .execute()

const renameView = async (trx: Db, id: number, name: string): Promise<void> => {
  const taken = await trx.selectFrom('view_menus').select('id').where('name', '=', name).where('id', '!=', id).executeTakeFirst()
  if (taken) await dropView(trx, taken.id)
  await trx.updateTable('view_menus').set({ name }).where('id', '=', id).execute()
}

const dropView = async (trx: Db, id: number): Promise<void> => {
  const pairs = trx.selectFrom('permission_views').select('id').where('view_menu_id', '=', id)
  await trx.deleteFrom('role_permissions').where('permission_view_id', 'in', pairs).execute()
  await trx.deleteFrom('permission_views').where('view_menu_id', '=', id).execute()
  await trx.deleteFrom('view_menus').where('id', '=', id).execute()
}

const ensurePair = async (trx: Db, permission: string, view: string): Promise<void> => {
  await ensurePairId(trx, permission, view)
}

/** The id of a permission pair, created if missing. */
export const ensurePairId = async (trx: Db, permission: string, view: string): Promise<number> => {
  const permission_id = await ensureName(trx, 'permissions', permission)
  const view_menu_id = await ensureName(trx, 'view_menus', view)
  const known = await trx
    .selectFrom('permission_views')
    .select('id')
    .where('permission_id', '=', permission_id)
    .where('view_menu_id', '=', view_menu_id)
    .executeTakeFirst()
  if (known) return known.id
  return (await trx.insertInto('permission_views').values({ permission_id, view_menu_id }).returning('id').executeTakeFirstOrThrow()).id
}

const ensureName = async (trx: Db, table: 'permissions' | 'view_menus', name: string): Promise<number> => {
  const known = await trx.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst()
  return known?.id ?? (await trx.insertInto(table).values({ name }).returning('id').executeTakeFirstOrThrow()).id
}
