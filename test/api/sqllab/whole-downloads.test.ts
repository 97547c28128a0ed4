import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/server/testing/test-people.ts'
import { addDatabase, execute, startApp } from './server.ts'

/** Downloads of more than a million rows. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-whole-'))
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
let id: number

beforeAll(async () => {
  const path = join(folder, 'empty.duckdb')
  const instance = await DuckDBInstance.create(path)
  instance.closeSync()
  server = await startApp()
  admin = server.admin
  id = await addDatabase(admin, 'duckdb', `duckdb:///${path}`)
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows of a sheet: a library would take a minute to read all cells. */
const countRows = (xml: Buffer): number => {
  let count = 0
  for (let at = xml.indexOf('<row '); at >= 0; at = xml.indexOf('<row ', at + 1)) count++
  return count
}

describe('a download of more rows than were shown', () => {
  const sql = "select i as id, 'n' || i as name, i / 7 as share from range(1200000) r(i)"
  const download = (format: string) => admin.get(`/api/v1/sqllab/export/whole1/?format=${format}&full=true`)
  const counted = async (file: string, body: Buffer): Promise<unknown[]> => {
    const path = join(folder, file)
    writeFileSync(path, body)
    const instance = await DuckDBInstance.create()
    const db = await instance.connect()
    return (await db.runAndReadAll(`select count(*)::int, sum(id)::double, max(name) from '${path}'`)).getRowsJson()[0] ?? []
  }
  const all = [1_200_000, (1_199_999 * 1_200_000) / 2, 'n999999']

  beforeAll(async () => {
    await execute(admin, { database_id: id, sql, queryLimit: 5, client_id: 'whole1' })
  })

  it.each(['csv', 'json', 'parquet'])('has all of them as %s', async (format) => {
    expect(await counted(`whole.${format}`, (await download(format)).rawPayload)).toEqual(all)
  })

  it('follows on further sheets where one is full', async () => {
    const sheets = unzipSync((await download('xlsx')).rawPayload, { filter: ({ name }) => name.startsWith('xl/worksheets/') })
    const rows = Object.entries(sheets).map(([name, xml]) => [name, countRows(Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength))])
    expect(Object.fromEntries(rows)).toEqual({
      'xl/worksheets/sheet1.xml': 1_048_576,
      'xl/worksheets/sheet2.xml': 1_200_002 - 1_048_576,
    })
    expect(Buffer.from(sheets['xl/worksheets/sheet2.xml'] ?? []).includes('>n1199999<')).toBe(true)
  })
})
