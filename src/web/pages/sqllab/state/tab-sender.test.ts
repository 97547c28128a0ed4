// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applySplice, type Splice } from '#core/encoding/splice.ts'
import { tabSender } from './tab-sender.ts'

/** A server that keeps one tab. */
let stored: { sql: string; version: number }
let bodies: Record<string, string>[]
let failsOnce: boolean

beforeEach(() => {
  stored = { sql: '', version: 0 }
  bodies = []
  failsOnce = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf')) return Response.json({ result: 'token' })
    const fields = init.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {}
    bodies.push(fields)
    if (failsOnce) {
      failsOnce = false
      return Response.json({ message: 'no' }, { status: 500 })
    }
    if (fields['sql_splice'] !== undefined) {
      if (new Headers(init.headers).get('if-match') !== `"${stored.version}"`) return Response.json({ message: 'other' }, { status: 412 })
      stored.sql = applySplice(stored.sql, JSON.parse(fields['sql_splice']) as Splice)
    }
    if (fields['sql'] !== undefined) stored.sql = String(JSON.parse(fields['sql']))
    stored.version++
    return Response.json(1, { headers: { etag: `"${stored.version}"` } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const long = 'SELECT 1;\n'.repeat(2000)
const names = () => bodies.map((fields) => Object.keys(fields).join())

test('of a long text that the server has, only the change is sent', async () => {
  const send = tabSender(1)
  await send({ sql: long })
  await send({ sql: `${long}-- more`, label: 'B' })
  await send({ sql: `${long}-- no more` })
  expect(names()).toEqual(['sql', 'label,sql_splice', 'sql_splice'])
  expect(stored.sql).toBe(`${long}-- no more`)
})

test('a short text is sent whole', async () => {
  const send = tabSender(1)
  await send({ sql: 'SELECT 1' })
  await send({ sql: 'SELECT 12' })
  expect(names()).toEqual(['sql', 'sql'])
})

test('where the server has another text by now, all of it is sent, and then changes again', async () => {
  const send = tabSender(1)
  await send({ sql: long })
  stored = { sql: 'from elsewhere', version: 70 }
  await send({ sql: `${long}a` })
  expect(stored.sql).toBe(`${long}a`)
  await send({ sql: `${long}ab` })
  expect(names()).toEqual(['sql', 'sql_splice', 'sql', 'sql_splice'])
  expect(stored.sql).toBe(`${long}ab`)
})

test('after a change of something else, and after a failure, the text of the server is not taken for known', async () => {
  const send = tabSender(1)
  await send({ sql: long })
  await send({ label: 'B' })
  await send({ sql: `${long}a` })
  failsOnce = true
  await expect(send({ sql: `${long}ab` })).rejects.toThrow('no')
  await send({ sql: `${long}abc` })
  expect(names()).toEqual(['sql', 'label', 'sql', 'sql_splice', 'sql'])
  expect(stored.sql).toBe(`${long}abc`)
})
