import { expect, test } from 'vitest'
import { formatUri, maskPassword, parametersOf, parseUri } from './uri.ts'

test.each([
  [
    'postgresql+psycopg2://ss:secret@127.0.0.1:5433/data',
    { username: 'ss', password: 'secret', host: '127.0.0.1', port: 5433, database: 'data' },
  ],
  [
    'postgresql://u:p%40ss%2F@h/d?sslmode=require&x=1',
    { username: 'u', password: 'p@ss/', host: 'h', database: 'd', encryption: true, query: { x: '1' } },
  ],
  ['postgresql://[::1]:5432/d', { host: '::1', port: 5432, database: 'd' }],
  ['duckdb:////data/a.duckdb', { database: '/data/a.duckdb' }],
  ['duckdb:///a.duckdb', { database: 'a.duckdb' }],
  ['trino://h:8080/cat/schema', { host: 'h', port: 8080, database: 'cat/schema' }],
  ['sqlite://', {}],
])('%s', (text, expected) => {
  const uri = parseUri(text)
  expect(uri && parametersOf(uri)).toEqual({ query: {}, encryption: false, ...expected })
  expect(uri && formatUri(uri)).toBe(text)
})

test.each(['nonsense', 'a b://x', ''])('%j is not a connection string', (text) => {
  expect(parseUri(text)).toBeNull()
})

test('a masked string does not contain the password', () => {
  const uri = parseUri('postgresql://u:secret@h/d')
  expect(uri && formatUri(maskPassword(uri))).toBe('postgresql://u:XXXXXXXXXX@h/d')
})
