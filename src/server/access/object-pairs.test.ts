import { afterAll, beforeAll, expect, it } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { dropObjectPairs, syncObjectPairs } from './object-pairs.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

const stamp = () => ({ uuid: crypto.randomUUID(), created_on: '', changed_on: '', created_by_fk: null, changed_by_fk: null })
const nothing = {
  deleted_at: null,
  secrets: null,
  force_ctas_schema: null,
  cache_timeout: null,
  extra: null,
  server_cert: null,
  external_url: null,
}

const makeDatabase = async (name: string) => {
  const values = { ...stamp(), ...nothing, database_name: name, sqlalchemy_uri: 'x', engine: 'x', configuration_method: 'x' }
  const { id } = await ctx.db.insertInto('databases').values(values).returning('id').executeTakeFirstOrThrow()
  await syncObjectPairs(ctx.db, 'database', id)
  return id
}
const empty = {
  sql: null,
  description: null,
  main_dttm_col: null,
  default_endpoint: null,
  cache_timeout: null,
  fetch_values_predicate: null,
  template_params: null,
  params: null,
  extra: null,
  timezone: null,
  folders: null,
  currency_code_column: null,
  external_url: null,
  deleted_at: null,
}
const makeDataset = async (database_id: number, table_name: string, schema: string | null, catalog: string | null = null) => {
  const values = { ...stamp(), ...empty, database_id, table_name, schema, catalog }
  const { id } = await ctx.db.insertInto('datasets').values(values).returning('id').executeTakeFirstOrThrow()
  await syncObjectPairs(ctx.db, 'dataset', id)
  return id
}
const pairs = async () =>
  (
    await ctx.db
      .selectFrom('permission_views')
      .innerJoin('permissions', 'permissions.id', 'permission_id')
      .innerJoin('view_menus', 'view_menus.id', 'view_menu_id')
      .select(['permission_views.id', 'permissions.name as permission', 'view_menus.name as view'])
      .where('permissions.name', 'in', ['database_access', 'catalog_access', 'schema_access', 'datasource_access'])
      .where('view_menus.name', 'like', '%shop%')
      .orderBy('permission_views.id')
      .execute()
  ).map(({ permission, view }) => `${permission} on ${view}`)

it('permission pairs follow renamed objects and keep their grants', async () => {
  const db = await makeDatabase('shop')
  const orders = await makeDataset(db, 'orders', 'public')
  await makeDataset(db, 'items', 'public', 'main')
  expect(await pairs()).toEqual([
    `database_access on [shop].(id:${db})`,
    `datasource_access on [shop].[orders](id:${orders})`,
    'schema_access on [shop].[public]',
    `datasource_access on [shop].[items](id:${orders + 1})`,
    'catalog_access on [shop].[main]',
    'schema_access on [shop].[main].[public]',
  ])
  const role = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()
  const granted = await ctx.db
    .selectFrom('permission_views')
    .innerJoin('view_menus', 'view_menus.id', 'view_menu_id')
    .select('permission_views.id')
    .where('view_menus.name', '=', '[shop].[public]')
    .executeTakeFirstOrThrow()
  await ctx.db.insertInto('role_permissions').values({ role_id: role.id, permission_view_id: granted.id }).execute()

  await ctx.db.updateTable('databases').set({ database_name: 'a_shop' }).where('id', '=', db).execute()
  await syncObjectPairs(ctx.db, 'database', db)
  await ctx.db.updateTable('databases').set({ database_name: 'the_%shop]' }).where('id', '=', db).execute()
  await syncObjectPairs(ctx.db, 'database', db)
  await ctx.db.updateTable('datasets').set({ table_name: 'all orders' }).where('id', '=', orders).execute()
  await syncObjectPairs(ctx.db, 'dataset', orders)
  expect(await pairs()).toEqual([
    `database_access on [the_%shop]]].(id:${db})`,
    `datasource_access on [the_%shop]]].[all orders](id:${orders})`,
    'schema_access on [the_%shop]]].[public]',
    `datasource_access on [the_%shop]]].[items](id:${orders + 1})`,
    'catalog_access on [the_%shop]]].[main]',
    'schema_access on [the_%shop]]].[main].[public]',
  ])
  expect(await ctx.db.selectFrom('role_permissions').selectAll().where('permission_view_id', '=', granted.id).execute()).toHaveLength(1)

  await ctx.db.updateTable('databases').set({ deleted_at: 'x' }).where('id', '=', db).execute()
  const again = await makeDatabase('the_%shop]')
  expect(await ctx.db.selectFrom('role_permissions').selectAll().where('permission_view_id', '=', granted.id).execute()).toHaveLength(0)
  await dropObjectPairs(ctx.db, 'dataset', orders)
  expect(await pairs()).toEqual([
    `database_access on [the_%shop]]].(id:${db})`,
    `datasource_access on [the_%shop]]].[items](id:${orders + 1})`,
    `database_access on [the_%shop]]].(id:${again})`,
  ])
})
