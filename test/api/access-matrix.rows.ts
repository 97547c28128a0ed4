import { emptyDraft } from './access-matrix.draft.ts'
import { adminOnly, peopleRows } from './access-matrix.people.ts'
import { publicLinkRows } from './access-matrix.public.ts'
import { open, signedIn, signInRows } from './access-matrix.sign-in.ts'
import { keepsQueries, opensOthersQueries, sqllabRows } from './access-matrix.sqllab.ts'
import type { Thing } from './access-matrix.things.ts'

/**
 * Who may do what, route by route: one column per kind of caller. `ok` = not refused (whatever else the answer is), otherwise the
 * status of the refusal. Where a row is about an object, `other` asks about one that the admin owns, `own` about one that the caller
 * owns; both are on the dataset gapminder.
 */
export const callers = {
  admin: { roles: ['Admin'] },
  alpha: { roles: ['Alpha'] },
  gamma: { roles: ['Gamma'] },
  /** Gamma with datasource_access on gapminder. */
  gamma_ds: { roles: ['Gamma'], grant: 'dataset' },
  /** Gamma with database_access. */
  gamma_db: { roles: ['Gamma'], grant: 'database' },
  sqllab: { roles: ['Gamma', 'sql_lab'], grant: 'database' },
  noroles: { roles: ['None'] },
  public: null,
  /** Gamma with the dataset, and second owner of every object of the admin. */
  owner: { roles: ['Gamma'], grant: 'dataset' },
} as const

export type Caller = keyof typeof callers

/** `:pk` and its like are filled with the id of the thing, `:key` with its uuid, others by `params`; `{id}` and `{uuid}` likewise. */
export type Row = {
  about?: Thing
  params?: Record<string, string>
  query?: string
  body?: unknown
  form?: true
  /** It streams on: only its head is waited for. */
  endless?: true
  other: string
  own?: string
}

// In the order of `callers`: admin, alpha, gamma, gamma_ds, gamma_db, sqllab, noroles, public, owner.
const gammaUp = 'ok    ok    ok    ok       ok       ok     403     401    ok'
const alphaUp = 'ok    ok    403   403      403      403    403     401    403'
const seesPage = 'ok    ok    404   ok       ok       ok     404     ok     ok'

// An object that is seen through gapminder, and one's own where ownership does not open data.
const seesData = 'ok    ok    404   ok       ok       ok     403     401    ok'
const changesOthers = 'ok    403   404   403      403      403    403     401    ok'
const changesOwn = 'ok    ok    404   ok       ok       ok     403     401    ok'
const seesDraft = 'ok    404   404   404      404      404    403     401    ok'
const seesDataset = 'ok    ok    404   404      ok       ok     403     401    ok'
const opensDatabase = 'ok    ok    404   404      ok       ok     403     401    404'
const seesDatabase = 'ok    ok    404   404      404      404    403     401    404'
/** Without the permission pair, 403 comes before anything is said about the object. */
const withPair = 'ok    403   403   403      403      403    403     401    403'

const dashboards = (body?: unknown, query?: string): Row[] => {
  const asked = { ...(body !== undefined && { body }), ...(query !== undefined && { query }) }
  return [
    { about: 'dashboard', ...asked, other: seesData, own: gammaUp },
    { about: 'draft', ...asked, other: seesDraft, own: gammaUp },
  ]
}
const dashboardChanges = (body?: unknown, query?: string): Row[] => {
  const asked = { ...(body !== undefined && { body }), ...(query !== undefined && { query }) }
  return [
    { about: 'dashboard', ...asked, other: changesOthers, own: gammaUp },
    { about: 'draft', ...asked, other: seesDraft, own: gammaUp },
  ]
}
const formula = { name: 'a', annotationType: 'FORMULA', value: 'x', show: true, showMarkers: false }
const chart = { about: 'chart', other: seesData, own: changesOwn } as const
const chartChange = { about: 'chart', other: changesOthers, own: changesOwn } as const
const dataset: Row[] = [
  { about: 'dataset', other: seesDataset, own: gammaUp },
  { about: 'gapminder', other: seesData },
]
const datasetChange = { about: 'dataset', other: withPair, own: alphaUp } as const
const databases = (query?: string): Row[] => [
  { about: 'database', ...(query !== undefined && { query }), other: seesDatabase },
  { about: 'world', ...(query !== undefined && { query }), other: seesData },
]
/** The table of the granted dataset, and one that no grant names. */
const tables = (query?: string): Row[] => [
  ...databases(query).map((row) => ({ ...row, params: { table: 'gapminder', schema: 'public' } })),
  { about: 'world', params: { table: 'secret', schema: 'public' }, ...(query !== undefined && { query }), other: opensDatabase },
]
// Closed data is told apart from what is not there.
const readsData = 'ok    ok    403   ok       ok       ok     403     401    ok'
const readsDataset = 'ok    ok    403   403      ok       ok     403     401    ok'
const alphaData = 'ok    ok    403   403      403      403    403     401    403'
const queries = (body: (id: string) => unknown): Row[] => [
  { about: 'gapminder', body: body('{id}'), other: readsData },
  { about: 'dataset', body: body('{id}'), other: readsDataset, own: gammaUp },
]
const reads = (asked: Pick<Row, 'params' | 'query'>): Row[] => [
  { about: 'gapminder', ...asked, other: readsData },
  { about: 'dataset', ...asked, other: readsDataset, own: gammaUp },
]
const table = { params: { type: 'table' } }
const legacyForm = encodeURIComponent('{"datasource":"{id}__table","viz_type":"world_map","entity":"country","metric":"count"}')
const legacyData = { about: 'gapminder', query: `form_data=${legacyForm.replaceAll('%7Bid%7D', '{id}')}`, other: readsData } as const

const alphaNot = 'ok    403   403   403      403      403    403     401    403'
const marksDraft = 'ok    404   404   404      404      404    404     401    ok'
const marksChart = 'ok    ok    404   ok       ok       ok     404     401    ok'
const changesState = 'ok    403   404   403      403      403    403     401    403'

const annotation = { about: 'annotation', other: alphaUp } as const

export const rows: Record<string, Row | Row[]> = {
  'GET /health': { other: open },
  'GET /healthcheck': { other: open },
  'GET /ping': { other: open },
  'GET /metrics': { other: open },
  'GET /api/v1/_openapi': { other: gammaUp },
  'POST /api/v1/security/login': { other: open },
  'POST /api/v1/security/refresh': { other: '401 401 401 401 401 401 401 401 401' },
  'GET /api/v1/security/csrf_token/': { other: gammaUp },
  'GET /login/': { other: open },
  /** Nobody is sent to log in, everybody else who sees the dashboard to it. */
  'GET /superset/dashboard/p/:key/': { about: 'dashboardPermalink', other: 'ok ok 404 ok ok ok 404 ok ok' },
  'POST /login/': { form: true, other: open },
  'GET /': { other: open },
  'GET /superset/dashboard/:idOrSlug/': { about: 'dashboard', params: { idOrSlug: '{id}' }, other: seesPage },
  'GET /superset/slice/:id/': { about: 'chart', other: seesPage },
  'GET /dataset/:id': { about: 'dataset', other: open },
  'GET /superset/explore/': { other: open },
  'POST /superset/explore/': { form: true, other: open },
  'GET /superset/explore/:type/:id/': { about: 'dataset', params: { type: 'table' }, other: open },
  'POST /superset/explore/:type/:id/': { about: 'dataset', form: true, params: { type: 'table' }, other: open },
  'POST /logout/': { other: open },
  /** By no script: only whoever opens it as a page. */
  'GET /logout/': { other: '403 403 403 403 403 403 403 403 403' },

  'GET /api/v1/me/': { other: gammaUp },
  'PUT /api/v1/me/': { other: gammaUp },
  'GET /api/v1/me/roles/': { other: gammaUp },
  'PUT /api/v1/me/password': { other: signedIn },
  'PUT /api/v1/me/preferences': { other: signedIn },
  'GET /api/v1/me/session': { other: open },
  'GET /api/v1/me/sessions': { other: signedIn },
  'DELETE /api/v1/me/sessions/:session_id': { other: signedIn },
  'DELETE /api/v1/me/sessions': { other: signedIn },
  ...signInRows,

  ...peopleRows,

  'GET /api/v1/security/user_registrations/': { other: gammaUp },
  'GET /api/v1/security/user_registrations/_info': { other: gammaUp },
  'GET /api/v1/security/user_registrations/related/:column': { params: { column: 'id' }, other: gammaUp },
  'GET /api/v1/security/user_registrations/distinct/:column': { params: { column: 'id' }, other: gammaUp },
  'GET /api/v1/security/user_registrations/:pk': { params: { pk: '1' }, other: gammaUp },
  'POST /api/v1/security/user_registrations/': { other: gammaUp },
  'PUT /api/v1/security/user_registrations/:pk': { params: { pk: '1' }, other: gammaUp },
  'DELETE /api/v1/security/user_registrations/:pk': { params: { pk: '1' }, other: gammaUp },

  'GET /api/v1/security/permissions/': { other: adminOnly },
  'GET /api/v1/security/permissions/_info': { other: adminOnly },
  'GET /api/v1/security/permissions/:pk': { about: 'permission', other: adminOnly },
  'GET /api/v1/security/resources/': { other: adminOnly },
  'GET /api/v1/security/resources/_info': { other: adminOnly },
  'GET /api/v1/security/resources/:pk': { about: 'viewMenu', other: adminOnly },
  'POST /api/v1/security/resources/': { other: adminOnly },
  'PUT /api/v1/security/resources/:pk': { about: 'viewMenu', body: {}, other: adminOnly },
  'DELETE /api/v1/security/resources/:pk': { about: 'viewMenu', other: adminOnly },
  'GET /api/v1/security/permissions-resources/': { other: adminOnly },
  'GET /api/v1/security/permissions-resources/_info': { other: adminOnly },
  'GET /api/v1/security/permissions-resources/:pk': { about: 'pair', other: adminOnly },
  'POST /api/v1/security/permissions-resources/': { other: adminOnly },
  'PUT /api/v1/security/permissions-resources/:pk': { about: 'pair', body: {}, other: adminOnly },
  'DELETE /api/v1/security/permissions-resources/:pk': { about: 'pair', other: adminOnly },

  'GET /api/v1/log/': { other: adminOnly },
  'GET /api/v1/log/:pk': { about: 'log', other: adminOnly },
  'POST /api/v1/log/': { other: adminOnly },
  'GET /api/v1/log/recent_activity/': { other: gammaUp },
  'POST /superset/log/': { form: true, other: gammaUp },
  'GET /api/v1/menu/': { other: gammaUp },
  'GET /api/v1/available_domains/': { other: gammaUp },
  'GET /api/v1/async_event/': { other: gammaUp },
  'GET /dynamic-plugins/api/read': { other: gammaUp },
  'GET /version': { other: signedIn },
  'POST /api/v1/query/': { form: true, other: gammaUp },

  'GET /api/v1/job/': { other: signedIn },
  'GET /api/v1/job/:job_id': { other: signedIn },
  'POST /api/v1/job/:job_id/cancel': { other: signedIn },
  'GET /api/v1/job/:job_id/events': { other: signedIn },
  'GET /api/v1/change/events': { other: signedIn, endless: true },

  'POST /api/v1/upload/': { other: alphaUp },
  'GET /api/v1/upload/:upload_id/preview': { other: alphaUp },
  'POST /api/v1/upload/url': { other: alphaUp },
  'GET /api/v1/upload/databases': { other: alphaUp },
  'POST /api/v1/upload/:upload_id/compare': { other: alphaUp },
  'POST /api/v1/upload/:upload_id/create': { other: alphaUp },
  'GET /api/v1/upload/:upload_id/rejected': { other: alphaUp },
  'DELETE /api/v1/upload/:upload_id': { other: alphaUp },

  'GET /api/v1/database/': { other: gammaUp },
  'GET /api/v1/database/_info': { other: gammaUp },
  'GET /api/v1/database/related/:column': { other: gammaUp },
  'GET /api/v1/database/available/': { other: gammaUp },
  'POST /api/v1/database/driver/:engine': { other: adminOnly },
  'POST /api/v1/database/test_connection/': { other: adminOnly },
  'POST /api/v1/database/validate_parameters/': { other: adminOnly },
  'POST /api/v1/database/': { other: adminOnly },
  'GET /api/v1/database/:pk': databases(),
  'GET /api/v1/database/:pk/versions': databases(),
  'GET /api/v1/database/:pk/connection': { about: 'database', other: adminOnly },
  'PUT /api/v1/database/:pk': { about: 'database', body: {}, other: adminOnly },
  'DELETE /api/v1/database/:pk': { about: 'database', other: adminOnly },
  'POST /api/v1/database/:pk/restore': { about: 'database', other: adminOnly },
  'GET /api/v1/database/:pk/schemas/': databases(),
  'GET /api/v1/database/:pk/catalogs/': databases(),
  'GET /api/v1/database/:pk/tables/': databases('q=(schema_name:public)'),
  'GET /api/v1/database/:pk/outline/': databases(),
  'GET /api/v1/database/:pk/table/:table/:schema/': tables(),
  'GET /api/v1/database/:pk/table_metadata/': databases('name=gapminder&schema=public'),
  'GET /api/v1/database/:pk/table_extra/:table/:schema/': tables(),
  'GET /api/v1/database/:pk/table_metadata/extra/': databases('name=gapminder&schema=public'),
  'GET /api/v1/database/:pk/select_star/:table/': tables(),
  'GET /api/v1/database/:pk/select_star/:table/:schema/': tables(),
  'POST /api/v1/database/:pk/validate_sql/': { about: 'world', body: { sql: 'select 1' }, other: opensDatabase },
  'GET /api/v1/database/:pk/function_names/': databases(),
  'GET /api/v1/database/:pk/health/': databases(),
  'GET /api/v1/database/:pk/schemas_access_for_file_upload/': databases(),
  'POST /api/v1/database/upload_metadata/': { other: alphaUp },
  'POST /api/v1/database/:pk/upload/': { about: 'world', other: alphaUp },
  'GET /api/v1/database/:pk/related_objects/': databases(),
  'DELETE /api/v1/database/:pk/ssh_tunnel/': { about: 'database', other: adminOnly.replace('ok ', '404') },
  'POST /api/v1/database/:pk/sync_permissions/': { about: 'database', other: adminOnly },

  'GET /api/v1/dataset/': { other: gammaUp },
  'GET /api/v1/dataset/_info': { other: gammaUp },
  'GET /api/v1/dataset/related/:column': { other: gammaUp },
  'GET /api/v1/dataset/distinct/:column': { other: gammaUp },
  'GET /api/v1/dataset/:pk/versions': dataset,
  'GET /api/v1/dataset/:idOrName': dataset,
  'GET /api/v1/dataset/:idOrName/related_objects': dataset,
  'GET /api/v1/dataset/:pk/drill_info/': dataset,
  'POST /api/v1/dataset/': { other: alphaUp },
  'PUT /api/v1/dataset/:pk': { ...datasetChange, body: { description: 'x' } },
  'PUT /api/v1/dataset/:pk/refresh': datasetChange,
  'POST /api/v1/dataset/:pk/source_changes': { ...datasetChange, body: {} },
  'GET /api/v1/dataset/:pk/usage': dataset,
  'POST /api/v1/dataset/join_keys': { other: alphaUp },
  'GET /api/v1/dataset/:pk/table_columns': datasetChange,
  'POST /api/v1/dataset/:pk/table_columns/check': { ...datasetChange, body: { columns: [] } },
  'PUT /api/v1/dataset/:pk/table_columns': { ...datasetChange, body: { columns: [] } },
  'GET /api/v1/dataset/:pk/materialization': dataset,
  'PUT /api/v1/dataset/:pk/materialization': { ...datasetChange, body: { table_name: 'table of {uuid}', every: 'day', kept: 1 } },
  'POST /api/v1/dataset/:pk/materialization/run': datasetChange,
  'POST /api/v1/dataset/:pk/materialization/generation/:generation': { ...datasetChange, params: { generation: '1' } },
  'DELETE /api/v1/dataset/:pk/materialization': datasetChange,
  'POST /api/v1/dataset/duplicate': { about: 'dataset', body: { base_model_id: '{id}', table_name: 'copy of {uuid}' }, other: alphaUp },
  'POST /api/v1/dataset/get_or_create/': { other: alphaUp },
  'DELETE /api/v1/dataset/:pk': datasetChange,
  'DELETE /api/v1/dataset/': { ...datasetChange, query: 'q=!({id})' },
  'DELETE /api/v1/dataset/:pk/column/:part': { ...datasetChange, params: { part: '{column}' } },
  'DELETE /api/v1/dataset/:pk/metric/:part': { ...datasetChange, params: { part: '{metric}' } },
  'POST /api/v1/dataset/:pk/restore': datasetChange,

  'GET /api/v1/chart/': { other: gammaUp },
  'GET /api/v1/chart/_info': { other: gammaUp },
  'GET /api/v1/chart/related/:column': { other: gammaUp },
  'GET /api/v1/chart/favorite_status/': { other: gammaUp },
  'GET /api/v1/chart/:idOrName': chart,
  'GET /api/v1/chart/:pk/versions': chart,
  'POST /api/v1/chart/:pk/favorites/': chart,
  'DELETE /api/v1/chart/:pk/favorites/': chart,
  'POST /api/v1/chart/': { other: gammaUp },
  'PUT /api/v1/chart/:pk': { ...chartChange, body: { description: 'x' } },
  'DELETE /api/v1/chart/:pk': chartChange,
  'DELETE /api/v1/chart/': { ...chartChange, query: 'q=!({id})' },
  'POST /api/v1/chart/:pk/restore': chartChange,
  'GET /api/v1/dashboard/': { other: gammaUp },
  'GET /api/v1/dashboard/_info': { other: gammaUp },
  'GET /api/v1/dashboard/related/:column': { other: gammaUp },
  'GET /api/v1/dashboard/favorite_status/': { other: gammaUp },
  'GET /api/v1/dashboard/:idOrName': dashboards(),
  'GET /api/v1/dashboard/:idOrName/charts': dashboards(),
  'GET /api/v1/dashboard/:idOrName/datasets': dashboards(),
  'GET /api/v1/dashboard/:idOrName/embedded': { about: 'embedded', other: seesData, own: gammaUp },
  'POST /api/v1/dashboard/:idOrName/embedded': { about: 'embedded', body: { allowed_domains: [] }, other: adminOnly, own: adminOnly },
  'PUT /api/v1/dashboard/:idOrName/embedded': { about: 'embedded', body: { allowed_domains: [] }, other: adminOnly, own: adminOnly },
  'DELETE /api/v1/dashboard/:idOrName/embedded': { about: 'embedded', other: changesOthers, own: gammaUp },
  'POST /api/v1/dashboard/:idOrName/embedded/explain': {
    about: 'embedded',
    body: { token: 'x', domain: 'y' },
    other: adminOnly,
    own: adminOnly,
  },
  'GET /api/v1/embedded_dashboard/:uuid': { about: 'embedded', params: { uuid: '{uuid}' }, other: seesData, own: gammaUp },
  'GET /embed/:file': { params: { file: 'embed.js' }, other: open },
  'GET /embedded/:uuid': { about: 'embedded', params: { uuid: '{uuid}' }, other: open },
  ...publicLinkRows,
  'POST /api/v1/security/guest_token/': { body: { user: {}, resources: [], rls: [] }, other: adminOnly },
  'GET /api/v1/dashboard/:idOrName/tabs': dashboards(),
  'GET /api/v1/dashboard/:pk/versions': dashboards(),
  'POST /api/v1/dashboard/:pk/favorites/': dashboards(),
  'DELETE /api/v1/dashboard/:pk/favorites/': dashboards(),
  'POST /api/v1/dashboard/': { other: gammaUp },
  'PUT /api/v1/dashboard/:pk': dashboardChanges({ description: 'x' }),
  'PUT /api/v1/dashboard/:pk/filters': dashboardChanges({ deleted: [], modified: [], reordered: [] }),
  'PUT /api/v1/dashboard/:pk/chart_customizations': dashboardChanges({ deleted: [], modified: [], reordered: [] }),
  'PUT /api/v1/dashboard/:pk/colors': dashboardChanges({}),
  'POST /api/v1/dashboard/:idOrName/copy/': dashboardChanges({ dashboard_title: 'copy', json_metadata: '{"positions":{}}' }),
  'DELETE /api/v1/dashboard/:pk': dashboardChanges(),
  'DELETE /api/v1/dashboard/': dashboardChanges(undefined, 'q=!({id})'),
  'POST /api/v1/dashboard/:pk/restore': dashboardChanges(),
  'POST /api/v1/dashboard/:idOrName/permalink': dashboards({}),
  'GET /api/v1/dashboard/permalink/:key': { about: 'dashboardPermalink', other: seesData, own: gammaUp },
  'GET /api/v1/dashboard/:dashboard_id/filtersets': dashboards(),
  'POST /api/v1/dashboard/:dashboard_id/filtersets': dashboardChanges({
    name: 'x',
    owner_type: 'Dashboard',
    json_metadata: '{"nativeFilters":{}}',
  }),
  'PUT /api/v1/dashboard/:dashboard_id/filtersets/:pk': { params: { dashboard_id: '999999', pk: '1' }, body: {}, other: gammaUp },
  'DELETE /api/v1/dashboard/:dashboard_id/filtersets/:pk': { params: { dashboard_id: '999999', pk: '1' }, other: gammaUp },
  'GET /api/v1/dashboard/:pk/sticky_filters': dashboards(),
  'PUT /api/v1/dashboard/:pk/sticky_filters': { about: 'dashboard', body: { value: '{}' }, other: '403 403 404 403 403 403 403 401 403' },
  'DELETE /api/v1/dashboard/:pk/sticky_filters': dashboards(),
  'POST /api/v1/dashboard/:pk/filter_state': dashboards({ value: '{}' }),
  'GET /api/v1/dashboard/:pk/filter_state/:key': { about: 'filterState', other: seesData, own: gammaUp },
  'PUT /api/v1/dashboard/:pk/filter_state/:key': { about: 'filterState', body: { value: '{}' }, other: changesState, own: gammaUp },
  'DELETE /api/v1/dashboard/:pk/filter_state/:key': { about: 'filterState', other: changesState, own: gammaUp },
  'GET /api/v1/dashboard/:pk/draft': dashboardChanges(),
  'PUT /api/v1/dashboard/:pk/draft': dashboardChanges(emptyDraft),
  'DELETE /api/v1/dashboard/:pk/draft': dashboardChanges(),
  'PUT /api/v1/dashboard/:pk/editors': dashboardChanges({ tab_id: '1', is_editing: true }),

  'POST /api/v1/chart/data': queries((id) => ({
    datasource: { id, type: 'table' },
    queries: [{ columns: ['c'], metrics: [], row_limit: 1 }],
    result_type: 'query',
  })),
  'POST /api/v1/chart/data/brush': { body: { contexts: [], column: 'c', step: 1 }, other: gammaUp },
  'POST /api/v1/chart/annotation_data': { body: { layer: formula }, other: gammaUp },
  'GET /api/v1/chart/data/:cache_key': { other: gammaUp },
  'PUT /api/v1/chart/warm_up_cache': { about: 'chart', body: { chart_id: '{id}' }, other: adminOnly },
  'PUT /api/v1/dataset/warm_up_cache': { body: { db_name: 'none', table_name: 'none' }, other: adminOnly },
  'POST /api/v1/cachekey/invalidate': { body: {}, other: gammaUp },
  'GET /api/v1/chart/:pk/data': chart,
  'GET /api/v1/chart/:pk/thumbnail/:digest': { ...chart, params: { digest: 'any' } },
  'GET /api/v1/dashboard/:pk/thumbnail/:digest': dashboards().map((row) => ({ ...row, params: { digest: 'any' } })),
  'GET /api/v1/chart/:pk/screenshot/:digest': { ...chart, params: { digest: 'any' } },
  'GET /api/v1/chart/:pk/cache_screenshot/': chart,
  'GET /api/v1/dashboard/:pk/screenshot/:digest': dashboards().map((row) => ({ ...row, params: { digest: 'any' } })),
  'POST /api/v1/dashboard/:pk/cache_dashboard_screenshot/': dashboards({}),
  'GET /api/v1/advanced_data_type/types': { other: gammaUp },
  'GET /api/v1/advanced_data_type/convert': { query: 'q=(type:port,values:!(80))', other: gammaUp },
  'GET /api/v1/user/:user_id/avatar.png': { other: signedIn },

  'POST /api/v1/explore/form_data': queries((id) => ({ datasource_id: id, datasource_type: 'table', form_data: '{}' })),
  'GET /api/v1/explore/form_data/:key': { about: 'formData', other: readsData, own: readsData },
  'PUT /api/v1/explore/form_data/:key': {
    about: 'formData',
    body: { datasource_id: '{dataset}', datasource_type: 'table', form_data: '{}' },
    other: alphaNot,
    own: readsData,
  },
  'DELETE /api/v1/explore/form_data/:key': { about: 'formData', other: alphaNot, own: readsData },
  'POST /api/v1/explore/permalink': queries((id) => ({ formData: { datasource: `${id}__table` } })),
  'GET /api/v1/explore/permalink/:key': { about: 'explorePermalink', other: readsData },
  'GET /api/v1/explore/': reads({ query: 'datasource_type=table&datasource_id={id}' }),
  /** Of an unseen chart as of one that is not there: nothing. */
  'GET /api/v1/form_data/': { about: 'chart', query: 'slice_id={id}', other: gammaUp, own: gammaUp },

  'GET /datasource/get/:type/:id/': reads(table),
  'GET /superset/fetch_datasource_metadata': reads({ query: 'datasourceKey={id}__table' }),
  'POST /datasource/save/': { about: 'dataset', body: { data: '{"id":{id},"type":"table"}' }, other: adminOnly, own: alphaUp },
  'GET /datasource/external_metadata/:type/:id/': reads(table),
  'GET /datasource/external_metadata_by_name/': { other: gammaUp },
  'POST /datasource/samples': { about: 'dataset', query: 'datasource_type=table&datasource_id={id}', other: alphaData, own: alphaData },
  'GET /api/v1/datasource/:type/:id/column/:column/values/': {
    about: 'dataset',
    params: { type: 'table', column: 'c' },
    other: alphaData,
    own: alphaData,
  },
  'POST /api/v1/datasource/:type/:id/validate_expression/': {
    about: 'dataset',
    ...table,
    body: { expression: '1' },
    other: alphaData,
    own: alphaData,
  },
  'GET /api/v1/time_range/': { other: gammaUp },

  'GET /superset/warm_up_cache/': { about: 'chart', query: 'slice_id={id}', other: adminOnly },
  'GET /superset/favstar/:kind/:id/count/': { about: 'draft', params: { kind: 'Dashboard' }, other: signedIn, own: signedIn },
  'GET /superset/favstar/:kind/:id/select/': [
    { about: 'draft', params: { kind: 'Dashboard' }, other: marksDraft, own: signedIn },
    { about: 'chart', params: { kind: 'slice' }, other: marksChart, own: marksChart },
  ],
  'GET /superset/favstar/:kind/:id/unselect/': { about: 'draft', params: { kind: 'Dashboard' }, other: signedIn, own: signedIn },
  'POST /superset/copy_dash/:id/': dashboardChanges({ data: '{"dashboard_title":"copy","positions":{}}' }),

  'POST /superset/explore_json/': { ...legacyData, form: true },
  'GET /superset/explore_json/': legacyData,
  'POST /superset/explore_json/:type/:id/': { ...legacyData, ...table, form: true },
  'GET /superset/explore_json/:type/:id/': { ...legacyData, ...table },
  'GET /superset/explore_json/data/:cache_key': { other: gammaUp },
  'POST /superset/annotation_json/:id': { ...annotation, params: { id: '{layer}' }, form: true },

  'POST /api/v1/chart/import/': { other: gammaUp },
  'POST /api/v1/dashboard/import/': { other: gammaUp },
  'POST /api/v1/dataset/import/': { other: alphaUp },
  'POST /api/v1/database/import/': { other: adminOnly },
  'POST /api/v1/saved_query/import/': { other: keepsQueries },
  'POST /api/v1/theme/import/': { other: gammaUp },
  'GET /api/v1/chart/export/': { about: 'chart', query: 'q=!({id})', other: seesData },
  'GET /api/v1/dashboard/:pk/export_as_example/': dashboards(),
  'GET /api/v1/dashboard/export/': { about: 'dashboard', query: 'q=!({id})', other: seesData },
  'GET /api/v1/dataset/export/': { about: 'gapminder', query: 'q=!({id})', other: alphaUp },
  'GET /api/v1/database/export/': { about: 'world', query: 'q=!({id})', other: adminOnly },
  'GET /api/v1/saved_query/export/': { about: 'savedQuery', query: 'q=!({id})', other: opensOthersQueries, own: keepsQueries },
  'GET /api/v1/theme/export/': { about: 'theme', query: 'q=!({id})', other: gammaUp },
  'GET /api/v1/assets/export/': { other: alphaUp },
  'POST /api/v1/assets/import/': { other: alphaUp },

  'GET /api/v1/annotation_layer/': { other: alphaUp },
  'GET /api/v1/annotation_layer/_info': { other: alphaUp },
  'GET /api/v1/annotation_layer/related/:column': { other: alphaUp },
  'GET /api/v1/annotation_layer/:pk': { ...annotation, params: { pk: '{layer}' } },
  'POST /api/v1/annotation_layer/': { other: alphaUp },
  'PUT /api/v1/annotation_layer/:pk': { ...annotation, params: { pk: '{layer}' }, body: {} },
  'DELETE /api/v1/annotation_layer/:pk': { ...annotation, params: { pk: '{layer}' } },
  'DELETE /api/v1/annotation_layer/': { ...annotation, query: 'q=!({layer})' },
  'GET /api/v1/annotation_layer/:pk/annotation/': { ...annotation, params: { pk: '{layer}' } },
  'GET /api/v1/annotation_layer/:pk/annotation/:annotation': { ...annotation, params: { pk: '{layer}' } },
  'POST /api/v1/annotation_layer/:pk/annotation/': { ...annotation, params: { pk: '{layer}' } },
  'PUT /api/v1/annotation_layer/:pk/annotation/:annotation': { ...annotation, params: { pk: '{layer}' }, body: {} },
  'DELETE /api/v1/annotation_layer/:pk/annotation/:annotation': { ...annotation, params: { pk: '{layer}' } },
  'DELETE /api/v1/annotation_layer/:pk/annotation/': { ...annotation, params: { pk: '{layer}' }, query: 'q=!({id})' },

  'GET /api/v1/tag/': { other: gammaUp },
  'GET /api/v1/tag/_info': { other: gammaUp },
  'GET /api/v1/tag/related/:column': { other: gammaUp },
  'GET /api/v1/tag/favorite_status/': { query: 'q=!(1)', other: gammaUp },
  'GET /api/v1/tag/get_objects/': { other: gammaUp },
  'GET /api/v1/tag/:pk': { about: 'tag', other: gammaUp },
  'POST /api/v1/tag/': { other: gammaUp },
  'POST /api/v1/tag/bulk_create': { other: gammaUp },
  'PUT /api/v1/tag/:pk': { about: 'tag', body: { name: '{uuid}' }, other: gammaUp },
  'DELETE /api/v1/tag/:pk': { about: 'tag', other: gammaUp },
  'DELETE /api/v1/tag/': { other: gammaUp },
  'POST /api/v1/tag/:pk/favorites/': { about: 'tag', other: gammaUp },
  'DELETE /api/v1/tag/:pk/favorites/': { about: 'tag', other: gammaUp },
  'POST /api/v1/tag/:object_type/:object_id/': {
    about: 'chart',
    params: { object_type: '2' },
    body: { properties: { tags: ['{uuid}'] } },
    other: seesData,
  },
  'DELETE /api/v1/tag/:object_type/:object_id/:tag/': { params: { tag: 'x' }, other: gammaUp },

  'GET /api/v1/css_template/': { other: gammaUp },
  'GET /api/v1/css_template/_info': { other: gammaUp },
  'GET /api/v1/css_template/related/:column': { other: gammaUp },
  'GET /api/v1/css_template/:pk': { about: 'cssTemplate', other: gammaUp },
  'POST /api/v1/css_template/': { other: alphaUp },
  'PUT /api/v1/css_template/:pk': { about: 'cssTemplate', body: {}, other: alphaUp },
  'DELETE /api/v1/css_template/:pk': { about: 'cssTemplate', other: alphaUp },
  'DELETE /api/v1/css_template/': { about: 'cssTemplate', query: 'q=!({id})', other: alphaUp },
  ...sqllabRows,

  'GET /api/v1/saved_query/': { other: keepsQueries },
  'GET /api/v1/saved_query/_info': { other: keepsQueries },
  'GET /api/v1/saved_query/related/:column': { params: { column: 'database' }, other: keepsQueries },
  'GET /api/v1/saved_query/distinct/:column': { params: { column: 'schema' }, other: keepsQueries },
  'GET /api/v1/saved_query/:pk': { about: 'savedQuery', other: opensOthersQueries, own: keepsQueries },
  'GET /api/v1/sqllab/stars/': { about: 'savedQuery', query: 'q=!({id})', other: opensOthersQueries, own: keepsQueries },
  'POST /api/v1/sqllab/stars/:pk': { about: 'savedQuery', other: opensOthersQueries, own: keepsQueries },
  'DELETE /api/v1/sqllab/stars/:pk': { about: 'savedQuery', other: opensOthersQueries, own: keepsQueries },
  'POST /api/v1/saved_query/': { body: {}, other: keepsQueries },
  'PUT /api/v1/saved_query/:pk': { about: 'savedQuery', body: {}, other: opensOthersQueries, own: keepsQueries },
  'DELETE /api/v1/saved_query/:pk': { about: 'savedQuery', other: opensOthersQueries, own: keepsQueries },
  'DELETE /api/v1/saved_query/': { about: 'savedQuery', query: 'q=!({id})', other: opensOthersQueries, own: keepsQueries },
  'GET /api/v1/theme/': { other: gammaUp },
  'GET /api/v1/theme/_info': { other: gammaUp },
  'GET /api/v1/theme/related/:column': { params: { column: 'changed_by' }, other: gammaUp },
  'GET /api/v1/theme/:pk': { about: 'theme', other: gammaUp },
  'POST /api/v1/theme/': { body: { theme_name: 'x', json_data: '{}' }, other: gammaUp },
  'PUT /api/v1/theme/:pk': { about: 'theme', body: { theme_name: 'x', json_data: '{}' }, other: gammaUp },
  'DELETE /api/v1/theme/:pk': { about: 'theme', other: gammaUp },
  'DELETE /api/v1/theme/': { about: 'theme', query: 'q=!({id})', other: gammaUp },
  'PUT /api/v1/theme/:pk/set_system_default': { about: 'theme', other: adminOnly },
  'PUT /api/v1/theme/:pk/set_system_dark': { about: 'theme', other: adminOnly },
  'DELETE /api/v1/theme/unset_system_default': { other: adminOnly },
  'DELETE /api/v1/theme/unset_system_dark': { other: adminOnly },
}
