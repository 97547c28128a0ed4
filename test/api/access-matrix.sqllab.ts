import type { Row } from './access-matrix.rows.ts'

// In the order of `callers`: admin, alpha, gamma, gamma_ds, gamma_db, sqllab, noroles, public, owner.
export const keepsQueries = 'ok    403   403   403      403      ok     403     401    403'
export const opensOthersQueries = 'ok    403   403   403      403      404    403     401    403'
const opensNewDatabase = 'ok    403   403   403      403      404    403     401    403'
/** The queries of the matrix have no columns. */
const findsNoColumn = '404   403   403   403      403      404    403     401    403'
/** The tab of another is the administrator's. */
const opensOthersTab = 'ok    403   403   403      403      403    403     401    403'

const tab = { about: 'tab', other: opensOthersTab, own: keepsQueries } as const
const tableOfTab = { about: 'tableOfTab', other: opensOthersTab, own: keepsQueries } as const

/** SQL Lab's part of the matrix. */
export const sqllabRows: Record<string, Row | Row[]> = {
  'GET /api/v1/query/': { other: keepsQueries },
  'GET /api/v1/query/related/:column': { params: { column: 'user' }, other: keepsQueries },
  'GET /api/v1/query/distinct/:column': { params: { column: 'status' }, other: keepsQueries },
  'GET /api/v1/query/:pk': { about: 'query', other: opensOthersQueries, own: keepsQueries },
  'GET /api/v1/query/updated_since': { query: 'q=(last_updated_ms:0)', other: keepsQueries },
  'POST /api/v1/query/stop': { about: 'query', body: { client_id: '{uuid}' }, other: opensOthersQueries, own: keepsQueries },

  'GET /api/v1/sqllab/': { other: keepsQueries },
  'GET /api/v1/sqllab/catalogs/': { about: 'database', query: 'q=(database_id:{id})', other: opensNewDatabase },
  'POST /sqllab/': { form: true, other: keepsQueries },
  'POST /superset/sqllab/': { form: true, other: keepsQueries },
  'POST /api/v1/sqllab/execute/': [
    { other: keepsQueries },
    { about: 'database', body: { database_id: '{id}', sql: 'SELECT' }, other: opensNewDatabase },
  ],
  'GET /api/v1/sqllab/results/': { about: 'query', query: "q=(key:'{uuid}')", other: opensOthersQueries, own: keepsQueries },
  'GET /api/v1/sqllab/follow/:client_id/': {
    about: 'query',
    params: { client_id: '{uuid}' },
    query: 'q=(wait_ms:0)',
    other: opensOthersQueries,
    own: keepsQueries,
  },
  'GET /api/v1/sqllab/export/:client_id/': { about: 'query', params: { client_id: '{uuid}' }, other: keepsQueries },
  'POST /api/v1/sqllab/export_streaming/': { form: true, other: keepsQueries },
  'POST /api/v1/sqllab/profile/': { about: 'query', body: { client_id: '{uuid}', column: 'a' }, other: findsNoColumn, own: findsNoColumn },
  'POST /api/v1/sqllab/format_sql/': { body: { sql: 'select 1' }, other: keepsQueries },
  'POST /api/v1/sqllab/check/': { about: 'database', body: { database_id: '{id}', sql: 'select 1' }, other: opensNewDatabase },
  'POST /api/v1/sqllab/estimate/': { other: keepsQueries },
  'POST /api/v1/sqllab/explain/': { other: keepsQueries },
  'POST /api/v1/sqllab/permalink': { body: { dbId: 1, name: 'n', sql: 's' }, other: keepsQueries },
  'GET /api/v1/sqllab/permalink/:key': { other: keepsQueries },
  'GET /api/v1/sqllab/closed_tabs': { other: keepsQueries },
  'POST /tabstateview/': { form: true, other: keepsQueries },
  'GET /tabstateview/:tab_state_id': tab,
  'PUT /tabstateview/:tab_state_id': { ...tab, form: true },
  'DELETE /tabstateview/:tab_state_id': tab,
  'POST /tabstateview/:tab_state_id/activate': { ...tab, form: true },
  'POST /tabstateview/:tab_state_id/migrate_query': { ...tab, form: true },
  'DELETE /tabstateview/:tab_state_id/query/:client_id': tab,
  'POST /tableschemaview/': { form: true, other: keepsQueries },
  'DELETE /tableschemaview/:table_schema_id': tableOfTab,
  'POST /tableschemaview/:table_schema_id/expanded': { ...tableOfTab, form: true },
}
