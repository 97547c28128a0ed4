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
  preferences: {},
  csrf_token: 'x',
  limits: { row_limit: 1, samples_row_limit: 1, sql_max_row: 1, upload_limit: 1, query_timeout: 1 },
}

test('a person: rights by pair, admin by the name of a role', () => {
  const session = readSession(answer)
  expect(session?.may('can_write', 'Chart')).toBe(true)
  expect(session?.may('can_read', 'Chart')).toBe(false)
  expect([session?.isAdmin, session?.isKnown]).toEqual([true, true])
  expect(session).not.toHaveProperty('csrf_token')
})

test('a visitor has the public rights, or there is nobody', () => {
  expect(readSession({ ...answer, user: null })).toMatchObject({ isKnown: false, isAdmin: false, user: { id: 0 } })
  expect(readSession({ ...answer, user: null, pairs: [] })).toBeNull()
})
