import type { ColumnMask } from '#core/access/column-rules.ts'
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'

/**
 * The tables of the metadata store. Times are ISO 8601 text in UTC, booleans 0 or 1, documents JSON text, the same in SQLite and Postgres.
 */
type Id = Generated<number>
type Flag = ColumnType<number, number | undefined, number>
type Timestamps = { created_on: string; changed_on: string; created_by_fk: number | null; changed_by_fk: number | null }
type Owned = Timestamps & { id: Id; uuid: string; version: ColumnType<number, number | undefined, number>; deleted_at: string | null }

/** Who wrote an attribute of a person: an administrator, or what they sign in with. */
export type AttributeSource = 'hand' | 'oidc' | 'ldap' | 'scim'

export type Tables = {
  users: {
    id: Id
    username: string
    first_name: string
    last_name: string
    email: string | null
    /** argon2id in PHC string format, or null if not set. */
    password: string | null
    active: Flag
    login_count: ColumnType<number, number | undefined, number>
    fail_login_count: ColumnType<number, number | undefined, number>
    last_login: string | null
    created_on: string
    changed_on: string
    created_by_fk: number | null
    changed_by_fk: number | null
    /** JSON: theme, locale, pane sizes. */
    preferences: string | null
  }
  roles: { id: Id; name: string }
  groups: { id: Id; name: string; label: string | null; description: string | null }
  permissions: { id: Id; name: string }
  view_menus: { id: Id; name: string }
  permission_views: { id: Id; permission_id: number; view_menu_id: number }
  role_permissions: { role_id: number; permission_view_id: number }
  /** Facts about people for row-level rules and templates. `value` is JSON: a text or a list of texts. */
  user_attributes: { user_id: number; name: string; value: string; source: AttributeSource }
  user_roles: { user_id: number; role_id: number }
  user_groups: { user_id: number; group_id: number }
  group_roles: { group_id: number; role_id: number }
  /** SQL conditions that limit the rows of datasets to those that people may read. */
  row_rules: Timestamps & {
    id: Id
    name: string
    description: string | null
    filter_type: 'Regular' | 'Base'
    clause: string
    group_key: string | null
  }
  row_rule_datasets: { rule_id: number; dataset_id: number }
  row_rule_roles: { rule_id: number; role_id: number }
  /** `columns` is JSON: names of physical columns of the dataset. */
  column_rules: Timestamps & {
    id: Id
    name: string
    description: string | null
    filter_type: 'Regular' | 'Base'
    mask: ColumnMask
    dataset_id: number
    columns: string
  }
  column_rule_roles: { rule_id: number; role_id: number }
  databases: Owned & {
    database_name: string
    /** Without the password. */
    sqlalchemy_uri: string
    /** Encrypted JSON: the password and the secret parts of `extra`. */
    secrets: string | null
    engine: string
    configuration_method: string
    expose_in_sqllab: Flag
    allow_run_async: Flag
    allow_ctas: Flag
    allow_cvas: Flag
    allow_dml: Flag
    allow_file_upload: Flag
    impersonate_user: Flag
    force_ctas_schema: string | null
    cache_timeout: number | null
    extra: string | null
    server_cert: string | null
    is_managed_externally: Flag
    external_url: string | null
    /** The house database of uploads: exactly one, created at the first start. */
    is_house: Flag
  }
  datasets: Owned & {
    database_id: number
    catalog: string | null
    schema: string | null
    table_name: string
    sql: string | null
    description: string | null
    main_dttm_col: string | null
    always_filter_main_dttm: Flag
    normalize_columns: Flag
    offset: ColumnType<number, number | undefined, number>
    default_endpoint: string | null
    cache_timeout: number | null
    fetch_values_predicate: string | null
    filter_select_enabled: Flag
    is_sqllab_view: Flag
    template_params: string | null
    params: string | null
    extra: string | null
    timezone: string | null
    folders: string | null
    currency_code_column: string | null
    is_managed_externally: Flag
    external_url: string | null
  }
  dataset_columns: {
    id: Id
    uuid: string
    dataset_id: number
    position: number
    column_name: string
    verbose_name: string | null
    type: string | null
    advanced_data_type: string | null
    is_active: Flag
    is_dttm: Flag
    groupby: Flag
    filterable: Flag
    expression: string | null
    description: string | null
    python_date_format: string | null
    extra: string | null
    created_on: string
    changed_on: string
  }
  dataset_metrics: {
    id: Id
    uuid: string
    dataset_id: number
    position: number
    metric_name: string
    verbose_name: string | null
    metric_type: string | null
    expression: string
    description: string | null
    d3format: string | null
    currency: string | null
    warning_text: string | null
    extra: string | null
    created_on: string
    changed_on: string
  }
  charts: Owned & {
    slice_name: string
    description: string | null
    viz_type: string
    datasource_id: number
    datasource_type: string
    params: string
    query_context: string | null
    cache_timeout: number | null
    certified_by: string | null
    certification_details: string | null
    is_managed_externally: Flag
    external_url: string | null
    last_saved_at: string | null
    last_saved_by_fk: number | null
  }
  dashboards: Owned & {
    dashboard_title: string
    slug: string | null
    description: string | null
    css: string | null
    position_json: string | null
    json_metadata: string | null
    certified_by: string | null
    certification_details: string | null
    published: Flag
    theme_id: number | null
    is_managed_externally: Flag
    external_url: string | null
  }
  dashboard_charts: { dashboard_id: number; chart_id: number }
  dashboard_roles: { dashboard_id: number; role_id: number }
  /** The datasets that a dashboard uses: through which chart or filter, and who placed it there. */
  dashboard_sources: {
    dashboard_id: number
    /** `chart` or `filter`. */
    kind: string
    /** The chart's or filter's id. */
    item: string
    dataset_id: number
    /** The query of a filter. Empty for a chart: changing a chart already requires access to its dataset. */
    definition: string
    /** Null if unknown. */
    placed_by_fk: number | null
  }
  filter_sets: Owned & {
    dashboard_id: number
    name: string
    description: string | null
    /** `Dashboard`: for everyone who sees it; `User`: for one user. */
    owner_type: string
    owner_id: number
    params: string
  }
  /** Owners of any kind of object: `chart`, `dashboard`, `dataset`, `database`. */
  owners: { kind: string; object_id: number; user_id: number }
  favorites: { kind: string; object_id: number; user_id: number; created_on: string }
  tags: {
    id: Id
    name: string
    /** 1 custom, 2 `type:…`, 3 `owner:…`, 4 `favorited_by:…` */
    type: Generated<number>
    description: string | null
    created_on: string
    changed_on: string
    created_by_fk: number | null
    changed_by_fk: number | null
  }
  /** Custom tags of any kind of object. */
  tagged: { kind: string; object_id: number; tag_id: number }
  /** A view: all tags of all objects, including implicit ones. */
  object_tags: { kind: string; object_id: number; tag_id: number; name: string; type: number }
  /** Append only: the object's whole state after each change. */
  versions: {
    id: Id
    kind: string
    object_id: number
    version: number
    action: string
    /** `ui`, `api`, `import`, `restore`, `job`. */
    how: string
    state: string
    user_id: number | null
    created_on: string
  }
  action_log: {
    id: Id
    action: string
    user_id: number | null
    dashboard_id: number | null
    slice_id: number | null
    json: string | null
    dttm: string
    duration_ms: number | null
    referrer: string | null
  }
  /** Values that links refer to by key: form data, permalinks, filter state. */
  key_values: {
    key: string
    kind: string
    value: string
    owner_id: number | null
    expires_on: string | null
    created_on: string
    changed_on: string
  }
  sessions: {
    id_hash: string
    user_id: number
    created_on: string
    seen_on: string
    expires_on: string
    address: string | null
    agent: string | null
    /** The OpenID provider that the person logged in with. */
    provider: ColumnType<string | null, string | null | undefined, string | null>
    /** Sealed: the provider's token that logs the person out there. */
    logout_hint: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Bearer tokens that people made for programs; revoking deletes them. */
  api_tokens: {
    id: Id
    user_id: number
    name: string
    /** SHA-256 of the token. */
    hash: string
    /** Its last characters, to recognise it. */
    hint: string
    /** JSON: what it may be used for. */
    scopes: string
    created_on: string
    expires_on: string | null
    used_on: string | null
  }
  /** Who an account is at an OpenID provider, a directory, a proxy or a SCIM client. */
  external_accounts: { id: Id; user_id: number; provider: string; subject: string; created_on: string }
  /** Roles and groups (`kind`) that a provider gave; the next log-in or change there may take them back. */
  external_grants: { user_id: number; provider: string; kind: string; object_id: number }
  /** Users and groups (`kind`) that a SCIM client made or claimed, and what it calls them. */
  scim_records: { kind: 'user' | 'group'; object_id: number; external_id: string | null }
  /** People who asked for an account. */
  user_registrations: {
    id: Id
    username: string
    first_name: string
    last_name: string
    email: string
    /** As of an account; empty where the link in the mail asks for one. */
    password: string
    registration_date: string
    /** SHA-256 of the token that confirms the address. */
    registration_hash: string
    confirmed_on: string | null
  }
  second_factors: {
    id: Id
    user_id: number
    /** `totp` or `passkey`. */
    kind: string
    name: string
    /** Sealed: the shared secret, or the passkey's public key and transports. */
    secret: string
    /** Of a passkey. */
    credential_id: string | null
    /** Of a passkey its signatures, of a TOTP the last used time step: a code counts once. */
    counter: number
    created_on: string
    used_on: string | null
  }
  /** SHA-256 of codes that replace a second factor once. */
  recovery_codes: { user_id: number; hash: string }
  jobs: {
    id: string
    kind: string
    user_id: number | null
    /** `pending`, `running`, `done`, `failed`, `cancelled`. */
    state: string
    payload: string
    result: string | null
    error: string | null
    /** 0 to 1, or null if unknown. */
    progress: number | null
    message: string | null
    cancel_requested: Flag
    lease_owner: string | null
    lease_until: string | null
    attempts: ColumnType<number, number | undefined, number>
    created_on: string
    changed_on: string
  }
  /** Generations of uploaded tables; the newest one that is not retired is current. */
  table_files: {
    id: Id
    database_id: number
    schema: string
    table_name: string
    /** Relative to the data directory. */
    path: string
    rows: number
    bytes: number
    created_on: string
    retired_on: string | null
    /** When the rows were read from another source; null for files. */
    data_on: string | null
  }
  /** Datasets that are written into a table of the house on a schedule; runs act for who changed it last. */
  dataset_materializations: Timestamps & {
    id: Id
    dataset_id: number
    table_name: string
    every: 'hour' | 'day' | 'week'
    kept: number
    next_on: string
    job_id: string | null
  }
  /** How many queries each person asked of a dataset on a day (UTC); `user_id` is 0 for guests and the public. */
  dataset_usage: { id: Id; dataset_id: number; user_id: number; day: string; queries: number; last_on: string }
  /** Stylesheets that dashboards can start from. */
  css_templates: Timestamps & { id: Id; uuid: string; template_name: string | null; css: string }
  saved_queries: Timestamps & {
    id: Id
    uuid: string
    db_id: number | null
    catalog: string | null
    schema: string | null
    label: string | null
    description: string | null
    sql: string | null
    template_parameters: string | null
    extra_json: string | null
    rows: number | null
  }
  /** A view: the implicit tags of saved queries. */
  saved_query_tags: { object_id: number; tag_id: number; name: string; type: number }
  /** What people ran in SQL Lab. Its times are epoch milliseconds, as the wire has them, so that lists can filter by them. */
  queries: {
    id: Id
    client_id: string
    database_id: number
    user_id: number | null
    tab_name: string | null
    sql_editor_id: string | null
    catalog: string | null
    schema: string | null
    /** As written. */
    sql: string
    /** Reads the table or view that CTAS or CVAS created. */
    select_sql: string | null
    executed_sql: string | null
    template_params: string | null
    /** `pending`, `running`, `success`, `failed`, `stopped`, `timed_out`. */
    status: string
    limit: number | null
    limiting_factor: string
    select_as_cta: Flag
    select_as_cta_used: Flag
    /** `TABLE` or `VIEW`. */
    ctas_method: string | null
    tmp_table_name: string | null
    tmp_schema_name: string | null
    /** Percent. */
    progress: ColumnType<number, number | undefined, number>
    rows: number | null
    error_message: string | null
    /** The stored result. */
    results_key: string | null
    tracking_url: string | null
    extra_json: ColumnType<string, string | undefined, string>
    start_time: number
    start_running_time: number | null
    end_time: number | null
    end_result_backend_time: number | null
    changed_on: string
  }
  /** Editor tabs of SQL Lab. Closed ones are kept for a while, so that they can be reopened. */
  tab_states: {
    id: Id
    user_id: number
    label: string | null
    active: Flag
    database_id: number | null
    catalog: string | null
    schema: string | null
    sql: string | null
    query_limit: number | null
    /** A query's `client_id`. */
    latest_query_id: string | null
    autorun: Flag
    template_params: string | null
    hide_left_bar: Flag
    saved_query_id: number | null
    extra_json: ColumnType<string, string | undefined, string>
    position: ColumnType<number, number | undefined, number>
    closed_on: string | null
    created_on: string
    changed_on: string
  }
  /** Tables opened in the schema tree of a tab. */
  table_schemas: {
    id: Id
    tab_state_id: number
    database_id: number
    catalog: string | null
    schema: string | null
    table: string
    /** JSON of the table's columns and keys. */
    description: string
    expanded: Flag
  }
  themes: Timestamps & {
    id: Id
    uuid: string
    theme_name: string
    json_data: string
    is_system: number
    is_system_default: number
    is_system_dark: number
  }
  embedded_dashboards: Timestamps & {
    id: Id
    uuid: string
    dashboard_id: number
    /** A JSON list. */
    allowed_domains: string
  }
  annotation_layers: Timestamps & { id: Id; name: string; descr: string | null }
  annotations: Timestamps & {
    id: Id
    layer_id: number
    short_descr: string
    long_descr: string | null
    start_dttm: string
    end_dttm: string
    json_metadata: string | null
  }
  /** Facts about the installation: `login_link`, `examples`, … */
  settings: { name: string; value: string }
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type Patch<T extends keyof Tables> = Updateable<Tables[T]>
