import { expect, it } from 'vitest'
import { callIn } from './check.ts'
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

const ownFunctions = new Set(['leak'])

const calls: [text: string, dialect: string, called: boolean][] = [
  ['SELECT leak(1)', 'postgresql', true],
  ['SELECT LEAK (1)', 'postgresql', true],
  ['SELECT "leak" -- why\n (1)', 'postgresql', true],
  ['SELECT public.leak(1)', 'postgresql', true],
  ['SELECT o.leak FROM orders o', 'postgresql', true],
  ['SELECT x.leak()', 'duckdb', true],
  ['SELECT `leak`(1)', 'mysql', true],
  ['SELECT leak FROM orders', 'postgresql', false],
  ["SELECT 'leak(1)'", 'postgresql', false],
  ['SELECT 1 -- leak(1)', 'postgresql', false],
  ['SELECT leaks(1)', 'postgresql', false],
]

it.each(calls)('a call of a function is found: %s in %s', (text, dialect, called) => {
  expect(callIn(text, dialect, ownFunctions)).toBe(called ? 'leak' : null)
})
