import { randomUUID } from 'node:crypto'
import { syncObjectPairs } from '../../src/server/access/object-pairs.ts'
import type { Context } from '../../src/server/context.ts'

/** `gapminder` and `world` are the granted dataset and database themselves, for every caller. */
export type Thing =
  | 'chart'
  | 'dashboard'
  | 'draft'
  | 'filterState'
  | 'dataset'
  | 'gapminder'
  | 'formData'
  | 'explorePermalink'
  | 'dashboardPermalink'
  | 'embedded'
  | 'sharedDashboard'
  | 'sharedChart'
  | 'database'
  | 'world'
  | 'annotation'
  | 'rowRule'
  | 'columnRule'
  | 'cssTemplate'
  | 'savedQuery'
  | 'query'
  | 'tab'
  | 'tableOfTab'
  | 'theme'
  | 'tag'
  | 'user'
  | 'role'
  | 'group'
  | 'permission'
  | 'viewMenu'
  | 'pair'
  | 'log'

/** The database and dataset that everything is on. */
export type World = { database: { id: number; name: string }; gapminder: number; admin: number }

/**
 * Part of the texts of what is made, so that an answer which must not know of it can be searched for it; not in names of datasets,
 * which the wire's refusal of data tells.
 */
export const secret = 'n0t-f0r-y0u'

export type Made = { id: number; uuid: string; column?: number; metric?: number; dataset?: number; layer?: number }

const stamp = (by: number) => {
  const now = new Date().toISOString()
  return { uuid: randomUUID(), created_on: now, changed_on: now, created_by_fk: by, changed_by_fk: by, deleted_at: null }
}

const own = async ({ db }: Context, kind: string, id: number, owners: readonly number[]) => {
  const users = owners.filter((user) => user > 0)
  if (users.length)
    await db
      .insertInto('owners')
      .values(users.map((user_id) => ({ kind, object_id: id, user_id })))
      .execute()
}

const makeDatabase = async (ctx: Context, by: number, name: string): Promise<Made> => {
  const made = await ctx.db
    .insertInto('databases')
    .values({
      ...stamp(by),
      database_name: name,
      sqlalchemy_uri: 'postgresql://u@127.0.0.1:1/none',
      engine: 'postgresql',
      configuration_method: 'sqlalchemy_form',
      secrets: null,
      force_ctas_schema: null,
      cache_timeout: null,
      extra: null,
      server_cert: null,
      external_url: null,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  await syncObjectPairs(ctx.db, 'database', made.id)
  return made
}

const makeDataset = async (ctx: Context, database: number, name: string, owners: readonly number[]): Promise<Made> => {
  const made = await ctx.db
    .insertInto('datasets')
    .values({
      ...stamp(owners[0] ?? 1),
      database_id: database,
      table_name: name,
      schema: 'public',
      catalog: null,
      sql: null,
      description: secret,
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
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  await syncObjectPairs(ctx.db, 'dataset', made.id)
  await own(ctx, 'dataset', made.id, owners)
  return made
}

/** With a column and a metric. */
const withParts = async ({ db }: Context, dataset: Made): Promise<Made> => {
  const { created_on, changed_on } = stamp(1)
  const shared = { dataset_id: dataset.id, position: 0, verbose_name: secret, description: secret, extra: null, created_on, changed_on }
  const column = await db
    .insertInto('dataset_columns')
    .values({
      ...shared,
      uuid: randomUUID(),
      column_name: 'c',
      type: null,
      advanced_data_type: null,
      expression: null,
      python_date_format: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const metric = await db
    .insertInto('dataset_metrics')
    .values({
      ...shared,
      uuid: randomUUID(),
      metric_name: 'm',
      expression: 'count(*)',
      metric_type: null,
      d3format: null,
      currency: null,
      warning_text: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...dataset, column: column.id, metric: metric.id }
}

const makeChart = async (ctx: Context, dataset: number, owners: readonly number[]): Promise<Made> => {
  const made = await ctx.db
    .insertInto('charts')
    .values({
      ...stamp(owners[0] ?? 1),
      slice_name: `chart ${secret}`,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ note: secret }),
      description: secret,
      query_context: null,
      cache_timeout: null,
      certified_by: null,
      certification_details: null,
      external_url: null,
      last_saved_at: null,
      last_saved_by_fk: null,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  await own(ctx, 'chart', made.id, owners)
  return made
}

const makeDashboard = async (ctx: Context, world: World, owners: readonly number[], published: 0 | 1): Promise<Made> => {
  const made = await ctx.db
    .insertInto('dashboards')
    .values({
      ...stamp(owners[0] ?? 1),
      dashboard_title: `dashboard ${secret}`,
      published,
      slug: null,
      description: secret,
      css: `/* ${secret} */`,
      position_json: JSON.stringify({ note: secret }),
      json_metadata: JSON.stringify({ note: secret }),
      certified_by: null,
      certification_details: null,
      theme_id: null,
      external_url: null,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  const chart = await makeChart(ctx, world.gapminder, [world.admin])
  await ctx.db.insertInto('dashboard_charts').values({ dashboard_id: made.id, chart_id: chart.id }).execute()
  await own(ctx, 'dashboard', made.id, owners)
  return made
}

export const makeWorld = async (ctx: Context, admin: number): Promise<World> => {
  const { id } = await makeDatabase(ctx, admin, 'world')
  const gapminder = await makeDataset(ctx, id, 'gapminder', [admin])
  return { database: { id, name: 'world' }, gapminder: gapminder.id, admin }
}

export type Hidden = { database: number; dataset: number; chart: number; dashboard: number }

/** A dataset with its chart and dashboard in a database that nobody is granted. */
export const makeHidden = async (ctx: Context, admin: number): Promise<Hidden> => {
  const database = await makeDatabase(ctx, admin, `vault ${randomUUID()}`)
  const dataset = await makeDataset(ctx, database.id, 'vaulted', [admin])
  const chart = await makeChart(ctx, dataset.id, [admin])
  const dashboard = await makeDashboard(ctx, { database: { id: database.id, name: 'vault' }, gapminder: dataset.id, admin }, [admin], 1)
  return { database: database.id, dataset: dataset.id, chart: chart.id, dashboard: dashboard.id }
}

type Maker = (ctx: Context, world: World, owners: readonly number[]) => Promise<Made>

const keep = async (
  ctx: Context,
  kind: string,
  kept: { made: Made; key: string; value: string; owner: number | undefined },
): Promise<Made> => {
  const { created_on, changed_on } = stamp(1)
  const { key, value, owner = null } = kept
  await ctx.db.insertInto('key_values').values({ kind, key, value, owner_id: owner, created_on, changed_on, expires_on: null }).execute()
  return kept.made
}

/** Its `uuid` is the key of its public link. */
const shared = (ctx: Context, kind: 'dashboard' | 'chart', { id, uuid }: Made): Promise<Made> => {
  const made = { id, uuid: randomUUID() }
  return keep(ctx, 'public_link', { made, key: made.uuid, value: JSON.stringify({ kind, uuid }), owner: 1 })
}

const named = (id: number): Made => ({ id, uuid: '' })
const insertNamed = async ({ db }: Context, table: 'roles' | 'view_menus') =>
  (await db.insertInto(table).values({ name: randomUUID() }).returning('id').executeTakeFirstOrThrow()).id

const makers: Record<Thing, Maker> = {
  chart: (ctx, world, owners) => makeChart(ctx, world.gapminder, owners),
  dashboard: (ctx, world, owners) => makeDashboard(ctx, world, owners, 1),
  draft: (ctx, world, owners) => makeDashboard(ctx, world, owners, 0),
  filterState: async (ctx, world, owners) => {
    const dashboard = await makeDashboard(ctx, world, owners, 1)
    return keep(ctx, 'filter_state', { made: dashboard, key: `${dashboard.id}/${dashboard.uuid}`, value: '{}', owner: owners[0] })
  },
  formData: async (ctx, world, owners) => {
    const made = { id: 0, uuid: randomUUID(), dataset: world.gapminder }
    const value = JSON.stringify({ datasource_id: world.gapminder, datasource_type: 'table', form_data: '{}' })
    return keep(ctx, 'form_data', { made, key: made.uuid, value, owner: owners[0] })
  },
  explorePermalink: async (ctx, world, owners) => {
    const made = { id: 0, uuid: randomUUID() }
    const value = JSON.stringify({ chartId: null, datasourceId: world.gapminder, datasourceType: 'table', state: { formData: {} } })
    return keep(ctx, 'explore_permalink', { made, key: made.uuid, value, owner: owners[0] })
  },
  dashboardPermalink: async (ctx, world, owners) => {
    const made = await makeDashboard(ctx, world, owners, 1)
    const value = JSON.stringify({ dashboardId: made.uuid, state: {} })
    return keep(ctx, 'dashboard_permalink', { made, key: made.uuid, value, owner: owners[0] })
  },
  embedded: async (ctx, world, owners) => {
    const made = await makeDashboard(ctx, world, owners, 1)
    const { uuid, created_on, changed_on } = stamp(1)
    const people = { created_by_fk: null, changed_by_fk: null }
    const values = { uuid, dashboard_id: made.id, allowed_domains: '[]', created_on, changed_on, ...people }
    await ctx.db.insertInto('embedded_dashboards').values(values).execute()
    return { ...made, uuid }
  },
  sharedDashboard: async (ctx, world, owners) => shared(ctx, 'dashboard', await makeDashboard(ctx, world, owners, 1)),
  sharedChart: async (ctx, world, owners) => shared(ctx, 'chart', await makeChart(ctx, world.gapminder, owners)),
  dataset: async (ctx, world, owners) => withParts(ctx, await makeDataset(ctx, world.database.id, randomUUID(), owners)),
  gapminder: async (_ctx, world) => named(world.gapminder),
  database: (ctx, _world, owners) => makeDatabase(ctx, owners[0] ?? 1, `${secret} ${randomUUID()}`),
  world: async (_ctx, world) => named(world.database.id),
  user: async (ctx) => {
    const { uuid, created_on, changed_on } = stamp(1)
    const values = { username: uuid, first_name: '', last_name: '', email: null, password: null, last_login: null, preferences: null }
    const rest = { created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    return named(
      (
        await ctx.db
          .insertInto('users')
          .values({ ...values, ...rest })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  },
  role: async (ctx) => named(await insertNamed(ctx, 'roles')),
  group: async ({ db }) => {
    const group = await db
      .insertInto('groups')
      .values({ name: randomUUID(), label: null, description: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return named(group.id)
  },
  permission: async ({ db }) => named((await db.selectFrom('permissions').select('id').executeTakeFirstOrThrow()).id),
  viewMenu: async (ctx) => named(await insertNamed(ctx, 'view_menus')),
  pair: async (ctx) => {
    const view_menu_id = await insertNamed(ctx, 'view_menus')
    const { id: permission_id } = await ctx.db.selectFrom('permissions').select('id').executeTakeFirstOrThrow()
    return named(
      (await ctx.db.insertInto('permission_views').values({ permission_id, view_menu_id }).returning('id').executeTakeFirstOrThrow()).id,
    )
  },
  annotation: async ({ db }) => {
    const { created_on, changed_on } = stamp(1)
    const stamps = { created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    const name = randomUUID()
    const values = { ...stamps, name, descr: null }
    const layer = (await db.insertInto('annotation_layers').values(values).returning('id').executeTakeFirstOrThrow()).id
    const times = { start_dttm: created_on, end_dttm: created_on }
    const event = { ...stamps, ...times, layer_id: layer, short_descr: name, long_descr: null, json_metadata: null }
    const { id } = await db.insertInto('annotations').values(event).returning('id').executeTakeFirstOrThrow()
    return { ...named(id), layer }
  },
  rowRule: async ({ db }) => {
    const { created_on, changed_on } = stamp(1)
    const stamps = { created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    const rule = { name: randomUUID(), description: null, filter_type: 'Regular', clause: '1 = 1', group_key: null } as const
    return named(
      (
        await db
          .insertInto('row_rules')
          .values({ ...stamps, ...rule })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  },
  columnRule: async ({ db }) => {
    const { created_on, changed_on } = stamp(1)
    const stamps = { created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    const rule = { name: randomUUID(), description: null, filter_type: 'Regular', mask: 'hidden', dataset_id: 0, columns: '["x"]' } as const
    const values = { ...stamps, ...rule }
    return named((await db.insertInto('column_rules').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  cssTemplate: async ({ db }) => {
    const { uuid, created_on, changed_on } = stamp(1)
    const values = { uuid, template_name: 'x', css: '', created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    return named((await db.insertInto('css_templates').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  savedQuery: async ({ db }, _world, [creator]) => {
    const { uuid, created_on, changed_on } = stamp(1)
    const empty = { db_id: null, catalog: null, schema: null, description: null, sql: null, template_parameters: null, rows: null }
    const values = {
      uuid,
      label: 'x',
      ...empty,
      extra_json: '{}',
      created_on,
      changed_on,
      created_by_fk: creator ?? null,
      changed_by_fk: null,
    }
    return named((await db.insertInto('saved_queries').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  query: async ({ db }, { database }, [user_id = 0]) => {
    const { uuid, changed_on } = stamp(1)
    const ids = { client_id: uuid, results_key: uuid, database_id: database.id, user_id, sql: 'select 1', status: 'success' }
    const values = { ...ids, limiting_factor: 'NOT_LIMITED', start_time: 0, changed_on }
    return { id: (await db.insertInto('queries').values(values).returning('id').executeTakeFirstOrThrow()).id, uuid }
  },
  tab: async ({ db }, _world, [user_id = 0]) => {
    const { created_on, changed_on } = stamp(1)
    return named(
      (await db.insertInto('tab_states').values({ user_id, created_on, changed_on }).returning('id').executeTakeFirstOrThrow()).id,
    )
  },
  tableOfTab: async (ctx, world, owners) => {
    const tab = await makers.tab(ctx, world, owners)
    const values = { tab_state_id: tab.id, database_id: world.database.id, table: 't', description: '{}' }
    return named((await ctx.db.insertInto('table_schemas').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  theme: async ({ db }) => {
    const { uuid, created_on, changed_on } = stamp(1)
    const flags = { is_system: 0, is_system_default: 0, is_system_dark: 0 }
    const values = { uuid, theme_name: 'x', json_data: '{}', ...flags, created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    return named((await db.insertInto('themes').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  tag: async ({ db }) => {
    const { uuid, created_on, changed_on } = stamp(1)
    const values = { name: `x ${uuid}`, description: null, created_on, changed_on, created_by_fk: null, changed_by_fk: null }
    return { ...named((await db.insertInto('tags').values(values).returning('id').executeTakeFirstOrThrow()).id), uuid }
  },
  log: async ({ db }) => {
    const line = { action: 'x', dttm: '', user_id: null, json: null, dashboard_id: null, slice_id: null, duration_ms: null, referrer: null }
    return named((await db.insertInto('action_log').values(line).returning('id').executeTakeFirstOrThrow()).id)
  },
}

/** A new one of a kind, owned by the given people. */
export const makeThing = (ctx: Context, world: World, thing: Thing, owners: readonly number[]): Promise<Made> =>
  makers[thing](ctx, world, owners)
