import { expect, it } from 'vitest'
import { isReadOnly } from './read-only.ts'

it.each([
  ['GET', '/api/v1/dashboard/:pk', true],
  ['POST', '/api/v1/chart/data', true],
  ['POST', '/superset/explore_json/', true],
  ['POST', '/logout/', true],
  ['DELETE', '/api/v1/security/view_as/', true],
  ['POST', '/api/v1/security/view_as/', false],
  ['POST', '/api/v1/chart/', false],
  ['PUT', '/api/v1/me/', false],
  ['POST', '/api/v1/sqllab/execute/', false],
  ['POST', '/api/v1/explore/form_data', false],
  ['DELETE', '/api/v1/dashboard/:pk', false],
  ['GET', '/api/v1/me/sessions', false],
  ['GET', '/api/v1/me/tokens', false],
])('%s %s: %s', (method, path, expected) => expect(isReadOnly({ method, path })).toBe(expected))

it('a GET that writes is a write', () => expect(isReadOnly({ method: 'GET', path: '/superset/favstar', writes: true })).toBe(false))
