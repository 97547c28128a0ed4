import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/server/testing/test-people.ts'
import { addDatabase, startApp } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-sqllab-'))
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
let database: number

beforeAll(async () => {
  const path = join(folder, 'a.duckdb')
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run('create table seen (id int, note text)')
  db.closeSync()
  instance.closeSync()
  server = await startApp()
  admin = server.admin
  database = await addDatabase(admin, 'duckdb', `duckdb:///${path}`, { allow_dml: true })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a script that is typed', () => {
  const faultsOf = async (sql: string) => {
    const answer = await admin.post('/api/v1/sqllab/check/', { database_id: database, sql })
    return answer.json<{ result: { line: number; from: number; to: number; message: string }[] }>().result
  }

  it.each([
    ['select 1; select * from seen where id in (1, 2)'],
    ['with a as (select 1 as x) select x from a'],
    ["select '{{ name }}' frm seen {{ clause }}"],
    ["insert into seen values (1, 'x')"],
    [''],
  ])('has no fault: %s', async (sql) => expect(await faultsOf(sql)).toEqual([]))

  it.each([
    ['select id from seen where where id = 1', 'where', 1],
    ['select 1;\n\nselect id from seen\norder by by id', 'id', 4],
    ['select id,, note from seen; select 1', ',', 1],
  ])('is marked at its place: %s', async (sql, word, line) => {
    const [fault, ...more] = await faultsOf(sql)
    expect(more).toEqual([])
    expect(fault).toMatchObject({ line })
    expect(sql.split('\n')[line - 1]?.slice(fault?.from, fault?.to)).toBe(word)
  })

  it('is marked where a text begins that is not closed', async () => {
    expect(await faultsOf("select 1;\nselect 'open")).toMatchObject([{ line: 2, from: 7, to: 8 }])
  })
})
