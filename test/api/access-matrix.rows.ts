/**
 * Who may do what, route by route: one column per kind of caller. `ok` = not refused (whatever else the answer is), otherwise the
 * status of the refusal. Where a row is about an object, `other` asks about one that the admin owns, `own` about one that the caller
 * owns; both stand on the dataset gapminder.
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

/** `gapminder` and `world` are the granted dataset and database themselves, whoever asks. */
export type Thing =
  | 'chart'
  | 'dashboard'
  | 'draft'
  | 'dataset'
  | 'gapminder'
  | 'database'
  | 'world'
  | 'user'
  | 'role'
  | 'group'
  | 'permission'
  | 'viewMenu'
  | 'pair'
  | 'log'

/** `:pk` and its like are filled with the id of the thing; `{id}` and `{uuid}` in texts and bodies likewise. */
export type Row = { about?: Thing; body?: unknown; query?: string; form?: true; other: string; own?: string }

// In the order of `callers`: admin, alpha, gamma, gamma_ds, gamma_db, sqllab, noroles, public, owner.
const open = 'ok    ok    ok    ok       ok       ok     ok      ok     ok'
const signedIn = 'ok    ok    ok    ok       ok       ok     ok      401    ok'
const gammaUp = 'ok    ok    ok    ok       ok       ok     403     401    ok'
const alphaUp = 'ok    ok    403   403      403      403    403     401    403'
const adminOnly = 'ok    403   403   403      403      403    403     401    403'

export const rows: Record<string, Row> = {
  'GET /health': { other: open },
  'GET /healthcheck': { other: open },
  'GET /ping': { other: open },
  'GET /metrics': { other: open },
  'GET /api/v1/_openapi': { other: gammaUp },

  'POST /api/v1/security/login': { other: open },
  'POST /api/v1/security/refresh': { other: '401 401 401 401 401 401 401 401 401' },
  'GET /api/v1/security/csrf_token/': { other: gammaUp },
  'GET /login/': { other: open },
  'POST /login/': { form: true, other: open },
  'GET /logout/': { other: open },

  'GET /api/v1/me/': { other: gammaUp },
  'PUT /api/v1/me/': { other: gammaUp },
  'GET /api/v1/me/roles/': { other: gammaUp },
  'PUT /api/v1/me/password': { other: signedIn },
  'PUT /api/v1/me/preferences': { other: signedIn },
  'GET /api/v1/me/session': { other: open },

  'GET /api/v1/security/users/': { other: adminOnly },
  'GET /api/v1/security/users/_info': { other: adminOnly },
  'GET /api/v1/security/users/:pk': { about: 'user', other: adminOnly },
  'POST /api/v1/security/users/': { other: adminOnly },
  'PUT /api/v1/security/users/:pk': { about: 'user', body: { first_name: 'X' }, other: adminOnly },
  'DELETE /api/v1/security/users/:pk': { about: 'user', other: adminOnly },

  'GET /api/v1/security/roles/': { other: adminOnly },
  'GET /api/v1/security/roles/_info': { other: adminOnly },
  'GET /api/v1/security/roles/search/': { other: adminOnly },
  'GET /api/v1/security/roles/:pk': { about: 'role', other: adminOnly },
  'POST /api/v1/security/roles/': { other: adminOnly },
  'PUT /api/v1/security/roles/:pk': { about: 'role', body: {}, other: adminOnly },
  'DELETE /api/v1/security/roles/:pk': { about: 'role', other: adminOnly },
  'GET /api/v1/security/roles/:pk/permissions/': { about: 'role', other: adminOnly },
  'POST /api/v1/security/roles/:pk/permissions': { about: 'role', body: { permission_view_menu_ids: [] }, other: adminOnly },
  'PUT /api/v1/security/roles/:pk/users': { about: 'role', body: { user_ids: [] }, other: adminOnly },
  'PUT /api/v1/security/roles/:pk/groups': { about: 'role', body: { group_ids: [] }, other: adminOnly },

  'GET /api/v1/security/groups/': { other: adminOnly },
  'GET /api/v1/security/groups/_info': { other: adminOnly },
  'GET /api/v1/security/groups/:pk': { about: 'group', other: adminOnly },
  'POST /api/v1/security/groups/': { other: adminOnly },
  'PUT /api/v1/security/groups/:pk': { about: 'group', body: {}, other: adminOnly },
  'DELETE /api/v1/security/groups/:pk': { about: 'group', other: adminOnly },

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

  'GET /api/v1/job/': { other: signedIn },
  'GET /api/v1/job/:job_id': { other: signedIn },
  'POST /api/v1/job/:job_id/cancel': { other: signedIn },
  'GET /api/v1/job/:job_id/events': { other: signedIn },

  'POST /api/v1/upload/': { other: alphaUp },
  'GET /api/v1/upload/:upload_id/preview': { other: alphaUp },
  'POST /api/v1/upload/:upload_id/create': { other: alphaUp },
  'GET /api/v1/upload/:upload_id/rejected': { other: alphaUp },
  'DELETE /api/v1/upload/:upload_id': { other: alphaUp },
}
