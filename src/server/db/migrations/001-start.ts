import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import { createKeyedTable } from '../keyed-table.ts'

type Create = CreateTableBuilder<string, string>

const text = (table: Create, ...names: string[]) => names.reduce((t, name) => t.addColumn(name, 'text', (c) => c.notNull()), table)
const maybeText = (table: Create, ...names: string[]) => names.reduce((t, name) => t.addColumn(name, 'text'), table)
const number = (table: Create, ...names: string[]) => names.reduce((t, name) => t.addColumn(name, 'integer', (c) => c.notNull()), table)
const maybeNumber = (table: Create, ...names: string[]) => names.reduce((t, name) => t.addColumn(name, 'integer'), table)
const flag = (table: Create, names: Record<string, 0 | 1>) =>
  Object.entries(names).reduce((t, [name, value]) => t.addColumn(name, 'integer', (c) => c.notNull().defaultTo(value)), table)

/** The initial schema. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const create = (name: string) => db.schema.createTable(name) as Create
  const keyed = (name: string) => createKeyedTable(db, name)
  const owned = (name: string) => {
    const base = text(keyed(name), 'uuid', 'created_on', 'changed_on')
    return maybeNumber(maybeText(flag(base, { version: 1 }), 'deleted_at'), 'created_by_fk', 'changed_by_fk')
  }
  const index = (table: string, columns: string[], unique = false) => {
    const builder = db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
    return (unique ? builder.unique() : builder).execute()
  }

  await flag(
    maybeText(
      maybeNumber(
        text(keyed('users'), 'username', 'first_name', 'last_name', 'created_on', 'changed_on'),
        'created_by_fk',
        'changed_by_fk',
      ),
      'email',
      'password',
      'last_login',
      'preferences',
    ),
    { active: 1, login_count: 0, fail_login_count: 0 } as Record<string, 0 | 1>,
  ).execute()
  await index('users', ['username'], true)
  await text(keyed('roles'), 'name').execute()
  await index('roles', ['name'], true)
  await maybeText(text(keyed('groups'), 'name'), 'label', 'description').execute()
  await index('groups', ['name'], true)
  await text(keyed('permissions'), 'name').execute()
  await index('permissions', ['name'], true)
  await text(keyed('view_menus'), 'name').execute()
  await index('view_menus', ['name'], true)
  await number(keyed('permission_views'), 'permission_id', 'view_menu_id').execute()
  await index('permission_views', ['permission_id', 'view_menu_id'], true)
  for (const [name, left, right] of [
    ['role_permissions', 'role_id', 'permission_view_id'],
    ['user_roles', 'user_id', 'role_id'],
    ['user_groups', 'user_id', 'group_id'],
    ['group_roles', 'group_id', 'role_id'],
    ['dashboard_charts', 'dashboard_id', 'chart_id'],
    ['dashboard_roles', 'dashboard_id', 'role_id'],
  ] as const) {
    await number(create(name), left, right).addPrimaryKeyConstraint(`${name}_key`, [left, right]).execute()
    await index(name, [right])
  }

  await maybeNumber(
    maybeText(
      flag(text(owned('databases'), 'database_name', 'sqlalchemy_uri', 'engine', 'configuration_method'), {
        expose_in_sqllab: 1,
        allow_run_async: 0,
        allow_ctas: 0,
        allow_cvas: 0,
        allow_dml: 0,
        allow_file_upload: 0,
        impersonate_user: 0,
        is_managed_externally: 0,
        is_house: 0,
      }),
      'secrets',
      'force_ctas_schema',
      'extra',
      'server_cert',
      'external_url',
    ),
    'cache_timeout',
  ).execute()
  await maybeNumber(
    maybeText(
      flag(number(text(owned('datasets'), 'table_name'), 'database_id'), {
        always_filter_main_dttm: 0,
        normalize_columns: 0,
        filter_select_enabled: 1,
        is_sqllab_view: 0,
        is_managed_externally: 0,
        offset: 0,
      }),
      'catalog',
      'schema',
      'sql',
      'description',
      'main_dttm_col',
      'default_endpoint',
      'fetch_values_predicate',
      'template_params',
      'params',
      'extra',
      'timezone',
      'folders',
      'currency_code_column',
      'external_url',
    ),
    'cache_timeout',
  ).execute()
  await index('datasets', ['database_id'])
  await maybeText(
    flag(number(text(keyed('dataset_columns'), 'uuid', 'column_name', 'created_on', 'changed_on'), 'dataset_id', 'position'), {
      is_active: 1,
      is_dttm: 0,
      groupby: 1,
      filterable: 1,
    }),
    'verbose_name',
    'type',
    'advanced_data_type',
    'expression',
    'description',
    'python_date_format',
    'extra',
  ).execute()
  await index('dataset_columns', ['dataset_id'])
  await maybeText(
    number(text(keyed('dataset_metrics'), 'uuid', 'metric_name', 'expression', 'created_on', 'changed_on'), 'dataset_id', 'position'),
    'verbose_name',
    'metric_type',
    'description',
    'd3format',
    'currency',
    'warning_text',
    'extra',
  ).execute()
  await index('dataset_metrics', ['dataset_id'])
  const charts = flag(number(text(owned('charts'), 'slice_name', 'viz_type', 'datasource_type'), 'datasource_id'), {
    is_managed_externally: 0,
  })
  const described = maybeText(charts, 'description', 'certified_by', 'certification_details', 'external_url', 'last_saved_at')
  // Long documents come last, so that reading the columns that lists need does not skip over them.
  await maybeText(text(maybeNumber(described, 'cache_timeout', 'last_saved_by_fk'), 'params'), 'query_context').execute()
  await index('charts', ['datasource_id'])
  await maybeNumber(
    maybeText(
      flag(text(owned('dashboards'), 'dashboard_title'), { published: 0, is_managed_externally: 0 }),
      'slug',
      'description',
      'css',
      'position_json',
      'json_metadata',
      'certified_by',
      'certification_details',
      'external_url',
    ),
    'theme_id',
  ).execute()
  for (const table of ['databases', 'datasets', 'charts', 'dashboards']) {
    await index(table, ['uuid'], true)
    await index(table, ['deleted_at', 'changed_on'])
  }
  await sql`create unique index dashboards_slug on dashboards (slug) where deleted_at is null`.execute(db)
  await sql`create unique index databases_name on databases (database_name) where deleted_at is null`.execute(db)

  await number(text(create('owners'), 'kind'), 'object_id', 'user_id')
    .addPrimaryKeyConstraint('owners_key', ['kind', 'object_id', 'user_id'])
    .execute()
  await index('owners', ['user_id', 'kind'])
  await number(text(create('favorites'), 'kind', 'created_on'), 'object_id', 'user_id')
    .addPrimaryKeyConstraint('favorites_key', ['user_id', 'kind', 'object_id'])
    .execute()
  await maybeNumber(
    number(text(keyed('versions'), 'kind', 'action', 'how', 'state', 'created_on'), 'object_id', 'version'),
    'user_id',
  ).execute()
  await index('versions', ['kind', 'object_id', 'version'], true)
  await maybeNumber(
    maybeText(text(keyed('action_log'), 'action', 'dttm'), 'json', 'referrer'),
    'user_id',
    'dashboard_id',
    'slice_id',
    'duration_ms',
  ).execute()
  await index('action_log', ['user_id', 'dttm'])
  await maybeNumber(maybeText(text(create('key_values'), 'key', 'kind', 'value', 'created_on', 'changed_on'), 'expires_on'), 'owner_id')
    .addPrimaryKeyConstraint('key_values_key', ['kind', 'key'])
    .execute()
  await maybeText(number(text(create('sessions'), 'id_hash', 'created_on', 'seen_on', 'expires_on'), 'user_id'), 'address', 'agent')
    .addPrimaryKeyConstraint('sessions_key', ['id_hash'])
    .execute()
  await index('sessions', ['user_id'])
  await flag(
    maybeNumber(
      maybeText(
        text(create('jobs'), 'id', 'kind', 'state', 'payload', 'created_on', 'changed_on'),
        'result',
        'error',
        'message',
        'lease_owner',
        'lease_until',
      ),
      'user_id',
    ),
    { cancel_requested: 0, attempts: 0 },
  )
    .addColumn('progress', 'real')
    .addPrimaryKeyConstraint('jobs_key', ['id'])
    .execute()
  await index('jobs', ['state', 'created_on'])
  await maybeText(number(text(keyed('table_files'), 'schema', 'table_name', 'path', 'created_on'), 'database_id'), 'retired_on')
    .addColumn('rows', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .execute()
  await index('table_files', ['database_id', 'schema', 'table_name'])
  await text(create('settings'), 'name', 'value').addPrimaryKeyConstraint('settings_key', ['name']).execute()
}
