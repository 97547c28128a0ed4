import { expect, it } from 'vitest'
import { scopeOf } from './scopes.ts'

it.each([
  ['GET /api/v1/chart/', 'read'],
  ['GET /api/v1/me/roles/', 'read'],
  ['POST /api/v1/chart/data', 'read'],
  ['POST /api/v1/explore/permalink', 'read'],
  ['POST /api/v1/dashboard/:pk/filter_state', 'read'],
  ['POST /superset/explore_json/:type/:id/', 'read'],
  ['POST /api/v1/chart/', 'write'],
  ['PUT /api/v1/dashboard/:pk', 'write'],
  ['DELETE /api/v1/database/:pk', 'write'],
  ['POST /api/v1/sqllab/execute/', 'sql'],
  ['GET /api/v1/query/', 'sql'],
  ['GET /api/v1/security/users/', 'people'],
  ['GET /api/v1/log/', 'people'],
  ['PUT /api/v1/rowlevelsecurity/:pk', 'people'],
  ['PATCH /scim/v2/Users/:id', 'scim'],
  ['PUT /api/v1/me/password', null],
  ['POST /api/v1/me/tokens', null],
  ['POST /api/v1/security/login', null],
  ['GET /logout/', null],
])('%s needs %s', (route, scope) => {
  const [method = '', path = ''] = route.split(' ')
  expect(scopeOf({ method, path })).toBe(scope)
})

it('a GET that writes needs write', () => {
  expect(scopeOf({ method: 'GET', path: '/superset/favstar/:kind/:id/select/', writes: true })).toBe('write')
})
