import type { Row } from './access-matrix.rows.ts'

// In the order of `callers`: admin, alpha, gamma, gamma_ds, gamma_db, sqllab, noroles, public, owner.
export const adminOnly = 'ok    403   403   403      403      403    403     401    403'

/** Only API tokens with the scope of SCIM (`scim.test.ts`). */
const scimTokens = '403   403   403   403      403      403    403     401    403'
const anybody = 'ok ok ok ok ok ok ok ok ok'
const scimRows: Record<string, Row> = Object.fromEntries([
  ...['Users', 'Groups'].flatMap((name) => [
    ...['GET', 'POST'].map((method) => [`${method} /scim/v2/${name}`, { other: scimTokens }]),
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /scim/v2/${name}/:id`, { other: scimTokens }]),
  ]),
  ...['ServiceProviderConfig', 'Schemas', 'Schemas/:id', 'ResourceTypes', 'ResourceTypes/:id'].map((name) => [
    `GET /scim/v2/${name}`,
    { other: anybody },
  ]),
])

/** The part of the matrix about accounts and their rights. */
export const peopleRows: Record<string, Row | Row[]> = {
  ...scimRows,
  'GET /api/v1/security/users/': { other: adminOnly },
  'GET /api/v1/security/users/_info': { other: adminOnly },
  'GET /api/v1/security/users/:pk': { about: 'user', other: adminOnly },
  'POST /api/v1/security/users/': { other: adminOnly },
  'PUT /api/v1/security/users/:pk': { about: 'user', body: { first_name: 'X' }, other: adminOnly },
  'DELETE /api/v1/security/users/:pk': { about: 'user', other: adminOnly },
  'POST /api/v1/security/users/:pk/second_factor/reset': { about: 'user', body: { reason: 'lost' }, other: adminOnly },
  'GET /api/v1/security/users/:pk/owned': { about: 'user', other: adminOnly },
  'POST /api/v1/security/invitation/': { other: adminOnly },
  'POST /api/v1/security/invitation/:pk': { about: 'user', other: adminOnly },
  'GET /api/v1/security/users/:pk/attributes': { about: 'user', other: adminOnly },
  'PUT /api/v1/security/users/:pk/attributes': { about: 'user', body: { attributes: {} }, other: adminOnly },

  'POST /api/v1/security/user_registrations/:pk/approve': { params: { pk: '1' }, other: adminOnly },

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

  'GET /api/v1/security/access/:kind/:pk': { about: 'chart', params: { kind: 'chart' }, other: adminOnly },
  'POST /api/v1/security/view_as/': { other: adminOnly },
  'DELETE /api/v1/security/view_as/': { other: 'ok ok ok ok ok ok ok 401 ok' },

  'GET /api/v1/log/export/': { other: adminOnly },
  'GET /api/v1/log/actions/': { other: adminOnly },

  'GET /api/v1/rowlevelsecurity/': { other: adminOnly },
  'GET /api/v1/rowlevelsecurity/_info': { other: adminOnly },
  'GET /api/v1/rowlevelsecurity/related/:column': { other: adminOnly },
  'GET /api/v1/rowlevelsecurity/:pk': { about: 'rowRule', other: adminOnly },
  'POST /api/v1/rowlevelsecurity/': { other: adminOnly },
  'POST /api/v1/rowlevelsecurity/preview': { body: { dataset: 1, user: 1 }, other: adminOnly },
  'PUT /api/v1/rowlevelsecurity/:pk': { about: 'rowRule', body: {}, other: adminOnly },
  'DELETE /api/v1/rowlevelsecurity/:pk': { about: 'rowRule', other: adminOnly },
  'DELETE /api/v1/rowlevelsecurity/': { about: 'rowRule', query: 'q=!({id})', other: adminOnly },
  'GET /api/v1/columnrule/': { other: adminOnly },
  'GET /api/v1/columnrule/_info': { other: adminOnly },
  'GET /api/v1/columnrule/:pk': { about: 'columnRule', other: adminOnly },
  'POST /api/v1/columnrule/': { other: adminOnly },
  'PUT /api/v1/columnrule/:pk': { about: 'columnRule', body: {}, other: adminOnly },
  'DELETE /api/v1/columnrule/:pk': { about: 'columnRule', other: adminOnly },
  'DELETE /api/v1/columnrule/': { about: 'columnRule', query: 'q=!({id})', other: adminOnly },
}
