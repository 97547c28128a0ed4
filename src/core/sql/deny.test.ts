import { expect, it } from 'vitest'
import { namesOf, relationsOf } from './deny.ts'

it.each([
  ['sleep', true],
  ['pg_sleep', true],
  ['pg_heard_of_tomorrow', true],
  ['pg_typeof', false],
  ['sleeper', false],
  ['', false],
])('the name %j is denied: %s', (name, denied) => {
  expect(namesOf({ names: 'sleep\n  read', beginnings: 'pg_ lo_', except: 'pg_typeof' }).has(name)).toBe(denied)
})

it.each([
  [{ table: 'PROCESSLIST', schema: null, catalog: null }, true],
  [{ table: 'processlist', schema: 'information_schema', catalog: null }, true],
  [{ table: 'user', schema: 'MySQL', catalog: null }, true],
  [{ table: 't', schema: 'x', catalog: 'mysql' }, true],
  [{ table: 'user', schema: null, catalog: null }, false],
  [{ table: 'user', schema: 'shop', catalog: null }, false],
])('the relation %j is denied: %s', (relation, denied) => {
  const isDenied = relationsOf({ names: namesOf({ names: 'processlist' }), schemas: namesOf({ names: 'mysql' }) })
  expect(isDenied(relation)).toBe(denied)
})
