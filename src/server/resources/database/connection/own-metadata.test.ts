import { hostname, networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isOwnMetadata } from './own-metadata.ts'

const own = (host: string) => ({ metadata: `postgresql://room:secret@${host}:5432/metadata` })
const local = own('localhost')
const ownAddress = Object.values(networkInterfaces())
  .flatMap((faces) => faces ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.each([
  'localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.1.2.3',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '0.0.0.0',
  '127.1',
  '2130706433',
  '',
  '/var/run/postgresql',
  hostname(),
  ownAddress ?? '127.0.0.1',
])('recognizes our metadata server on this machine by the name "%s"', async (host) => {
  expect(await isOwnMetadata(local, { host, port: 5432, database: 'metadata' })).toBe(true)
  expect(await isOwnMetadata(own(/^$|[:/]/.test(host) ? 'localhost' : host), { host: 'localhost', database: 'metadata' })).toBe(true)
})

test.each([
  ['another database', { host: 'localhost', database: 'sales' }],
  ['another port', { host: 'localhost', port: 5433, database: 'metadata' }],
  ['another server', { host: '192.0.2.1', database: 'metadata' }],
  ['a server that no name leads to', { host: 'nowhere.invalid', database: 'metadata' }],
])('%s is not our own', async (_name, parameters) => {
  expect(await isOwnMetadata(local, parameters)).toBe(false)
  expect(await isOwnMetadata({ metadata: undefined }, { host: 'localhost', database: 'metadata' })).toBe(false)
})

test('the database name defaults to the user name', async () => {
  const named = { metadata: 'postgresql://room@localhost/' }
  expect(await isOwnMetadata(named, { host: '127.0.0.1', username: 'room', database: '' })).toBe(true)
  expect(await isOwnMetadata(named, { host: '127.0.0.1', username: 'other', database: '' })).toBe(false)
})
