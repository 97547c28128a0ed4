import { expect, test } from 'vitest'
import { readSession } from './session.ts'

const user = {
  id: 2,
  username: 'kim',
  first_name: 'Kim',
  last_name: 'Lee',
  email: 'kim@example.org',
  has_password: true,
  roles: [{ id: 1, name: 'ADMIN' }],
  groups: [],
}
const answer = {
  app_name: 'Chartroom',
  user,
  pairs: ['can_write on Chart'],
  feature_flags: {},
  locale: 'en',
  theme: 'system' as const,
  timezone: 'UTC',
  default_time_filter: 'No filter',
  viewing: null,
  auto_refresh: { mode: 'force' as const, limit: 0, warning: '' },
  default_viz_type: 'table',
  denied_viz_types: [],
  preferences: {},
  csrf_token: 'x',
  limits: { row_limit: 1, samples_row_limit: 1, sql_max_row: 1, upload_limit: 1, query_timeout: 1 },
}

test('a user has permissions by pair, and is admin by role name', () => {
  const session = readSession(answer)
  expect(session?.hasPermission('can_write', 'Chart')).toBe(true)
  expect(session?.hasPermission('can_read', 'Chart')).toBe(false)
  expect([session?.isAdmin, session?.isLoggedIn]).toEqual([true, true])
  expect(session).not.toHaveProperty('csrf_token')
})

test('a visitor has the permissions of Public; without any there is no session', () => {
  expect(readSession({ ...answer, user: null })).toMatchObject({ isLoggedIn: false, isAdmin: false, user: { id: 0 } })
  expect(readSession({ ...answer, user: null, pairs: [] })).toBeNull()
})

test('in a view as somebody else nothing is offered that writes', () => {
  const viewing = { as: 'user', until: '2026-03-04T05:06:07Z' } as const
  const session = readSession({ ...answer, viewing, pairs: ['can_read on Chart', 'can_write on Chart', 'can_csv on Superset'] })
  const may = (permission: string, view: string) => session?.hasPermission(permission, view)
  expect([may('can_read', 'Chart'), may('can_write', 'Chart'), may('can_csv', 'Superset')]).toEqual([true, false, true])
})
