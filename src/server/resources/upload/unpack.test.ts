import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { unpackFile } from './unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-unpack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = join(folder, 'file')
const unpack = (name: string, bytes: Uint8Array, limit = 10 * 1024 ** 3) => {
  writeFileSync(path, bytes)
  return unpackFile({ path, name, limit })
}
const text = (content: string) => new TextEncoder().encode(content)
const csv = text('a,b\n1,2\n')
const bomb = new Uint8Array(40 * 1024 ** 2)

test.each([
  ['sales.csv.gz', gzipSync(csv), 'sales.csv'],
  ['sales', gzipSync(csv), 'sales'],
  ['sales.zip', zipSync({ 'data/2024.csv': csv, '__MACOSX/._2024.csv': text('x'), 'data/.DS_Store': text('x') }), '2024.csv'],
])('%s is unpacked', async (name, bytes, unpackedName) => {
  expect(await unpack(name, bytes)).toEqual({ name: unpackedName, size: csv.length })
  expect(readFileSync(path)).toEqual(Buffer.from(csv))
})

test.each([
  ['sales.csv', csv],
  ['book.xlsx', zipSync({ 'xl/workbook.xml': csv })],
  ['empty.gz', new Uint8Array()],
])('%s stays as it is', async (name, bytes) => {
  expect(await unpack(name, bytes)).toBeNull()
  expect(readFileSync(path)).toEqual(Buffer.from(bytes))
})

type Sent = { name: string; bytes: Uint8Array; limit?: number }

test.each<[string, Sent, number]>([
  ['a bomb of gzip', { name: 'a.gz', bytes: gzipSync(bomb) }, 413],
  ['a bomb of ZIP', { name: 'a.zip', bytes: zipSync({ a: bomb }) }, 413],
  ['more than an upload may have', { name: 'a.gz', bytes: gzipSync(csv), limit: 4 }, 413],
  ['several files', { name: 'a.zip', bytes: zipSync({ 'a.csv': csv, 'b.csv': csv }) }, 422],
  ['an archive of nothing', { name: 'a.zip', bytes: zipSync({ '__MACOSX/a': csv }) }, 422],
  ['a cut gzip file', { name: 'a.gz', bytes: gzipSync(csv).subarray(0, -6) }, 422],
  ['a cut archive', { name: 'a.zip', bytes: zipSync({ 'a.csv': csv }).subarray(0, -6) }, 422],
])('%s is rejected and leaves nothing', async (_what, { name, bytes, limit }, status) => {
  await expect(unpack(name, bytes, limit)).rejects.toMatchObject({ status })
  expect(readdirSync(folder)).toEqual(['file'])
})
