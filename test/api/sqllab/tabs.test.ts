import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../src/server/testing/test-people.ts'
import { addDatabase, execute, startApp } from './server.ts'

/** What SQL Lab keeps of the tabs that people have open. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-tabs-'))
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
let database: number

beforeAll(async () => {
  const path = join(folder, 'a.duckdb')
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run("create table seen as select i::int as id, 'n' || i as note from range(1, 11) r(i)")
  db.closeSync()
  instance.closeSync()
  server = await startApp()
  admin = server.admin
  database = await addDatabase(admin, 'duckdb', `duckdb:///${path}`)
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const form = (caller: Caller, method: 'POST' | 'PUT', url: string, fields: Record<string, unknown> = {}) =>
  caller.inject({
    method,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])).toString(),
  })
const open = async (name: string) =>
  (await form(admin, 'POST', '/tabstateview/', { queryEditor: { name, dbId: database, sql: 'select 1' } })).json<{ id: number }>().id
const start = async () => {
  type Start = {
    active_tab: { id: number; sql: string; latest_query: object | null }
    tab_state_ids: { id: number }[]
    databases: object
    queries: object
  }
  return (await admin.get('/api/v1/sqllab/')).json<{ result: Start }>().result
}

test('tabs survive with their text, order, last query and open tables', async () => {
  await execute(admin, { database_id: database, sql: 'select 1', client_id: 'tabquery' })
  const [first, second] = [await open('first'), await open('second')]
  await form(admin, 'PUT', `/tabstateview/${second}`, { sql: 'select 2', position: 0, latest_query_id: 'tabquery' })
  const table = { dbId: database, schema: 'main', name: 'seen', queryEditorId: String(second), columns: [] }
  const tableId = (await form(admin, 'POST', '/tableschemaview/', { table })).json<{ id: number }>().id
  await form(admin, 'POST', `/tableschemaview/${tableId}/expanded`, { expanded: false })
  const { active_tab, tab_state_ids, databases, queries } = await start()
  expect(tab_state_ids.map(({ id }) => id)).toEqual([second, first])
  expect(active_tab).toMatchObject({
    id: second,
    sql: 'select 2',
    latest_query: { id: 'tabquery' },
    table_schemas: [{ table: 'seen', expanded: false, description: { columns: [] } }],
  })
  expect(Object.keys(databases)).toEqual(expect.arrayContaining([String(database)]))
  await form(admin, 'POST', `/tabstateview/${second}/migrate_query`, { queryId: 'tabquery' })
  expect(Object.keys((await start()).queries)).toEqual(['tabquery'])
  expect(queries).toEqual({})
  await admin.delete(`/tabstateview/${second}/query/tabquery`)
  expect((await start()).active_tab.latest_query).toBeNull()
})

test('tabs are opened again after they were closed', async () => {
  const id = await open('closed')
  await admin.delete(`/tabstateview/${id}`)
  expect((await admin.get(`/tabstateview/${id}`)).statusCode).toBe(404)
  const closed = (await admin.get('/api/v1/sqllab/closed_tabs')).json<{ result: { id: number; sql: string }[] }>().result
  expect(closed[0]).toMatchObject({ id, sql: 'select 1' })
  await form(admin, 'POST', `/tabstateview/${id}/activate`)
  expect((await start()).active_tab.id).toBe(id)
})

test('tabs take a part of their text, where it is still the one that the part belongs to', async () => {
  const id = await open('spliced')
  const put = async (fields: object, version = '') => {
    const payload = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(version && { 'if-match': version }) }
    return admin.inject({ method: 'PUT', url: `/tabstateview/${id}`, headers, payload })
  }
  const text = async () => (await admin.get(`/tabstateview/${id}`)).json<{ sql: string }>().sql
  const version = String((await put({ sql: 'select 1' })).headers['etag'])
  const insert = { from: 8, to: 8, insert: ', 2 😀' }
  expect((await put({ sql_splice: insert })).statusCode).toBe(412)
  const spliced = await put({ sql_splice: insert, label: 'both' }, version)
  expect([spliced.statusCode, await text()]).toEqual([200, 'select 1, 2 😀'])
  expect((await put({ sql_splice: insert }, version)).json()).toMatchObject({ message: 'The text was changed elsewhere.' })
  const next = String(spliced.headers['etag'])
  for (const bad of [{ from: 9, to: 8, insert: '' }, { from: 0, to: 99, insert: '' }, { from: -1, to: 1, insert: '' }, 'x'])
    expect((await put({ sql_splice: bad }, next)).statusCode).toBe(400)
  expect(await text()).toBe('select 1, 2 😀')
})

test('tabs are also sent as multipart forms', async () => {
  const body = new FormData()
  body.set('queryEditor', JSON.stringify({ name: 'parts', sql: 'x'.repeat(5_000_000) }))
  const request = new Request('http://localhost/', { method: 'POST', body })
  const made = await admin.inject({
    method: 'POST',
    url: '/tabstateview/',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const tab = (await admin.get(`/tabstateview/${made.json<{ id: number }>().id}`)).json<{ label: string; sql: string }>()
  expect([tab.label, tab.sql.length]).toEqual(['parts', 5_000_000])
})

test.each(['sql={', 'query_limit="x"', 'autorun=1', 'label=1'])('tabs refuse %s', async (payload) => {
  const id = await open('bad')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await admin.inject({ method: 'PUT', url: `/tabstateview/${id}`, headers, payload })).statusCode).toBe(400)
})
