import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder, load } from '../../src/server/ingest/fixture.ts'

const outcome = (name: string, content: string | Uint8Array) =>
  load(name, content).then(
    ({ columns, rows, rejected }) => ({ columns: columns.length, rows, rejected: rejected.map(({ line }) => line), error: '' }),
    (error: Error) => ({ columns: 0, rows: [], rejected: [], error: error.message }),
  )

const leftovers = () => readdirSync(folder).filter((file) => file.endsWith('.part') || file.startsWith('.ingest'))

const workbook = async (change: (part: string, xml: string) => string): Promise<Uint8Array> => {
  const rows = [
    ['name', 'amount'],
    ['north', 41],
    ['south', 42],
  ]
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'One', rows }] }))
  return zipSync(Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [part, strToU8(change(part, strFromU8(bytes)))])))
}

describe('a workbook with entities of its own', () => {
  let listener: Server
  let asked = 0
  const secret = 'the secret of the server'
  beforeAll(async () => {
    writeFileSync(join(folder, 'secret.txt'), secret)
    listener = createServer((_, response) => {
      asked++
      response.end('from outside')
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => listener.close())

  const withEntity = (declaration: string) =>
    workbook((part, xml) =>
      /sharedStrings|sheet1/.test(part)
        ? xml.replace(/<\?xml[^>]*\?>/, (head) => `${head}<!DOCTYPE x [${declaration}]>`).replaceAll('north', '&stolen;')
        : xml,
    )

  test.each<[string, () => string]>([
    ['a file of the server', () => `<!ENTITY stolen SYSTEM "file://${join(folder, 'secret.txt')}">`],
    ['an address', () => `<!ENTITY stolen SYSTEM "http://127.0.0.1:${(listener.address() as AddressInfo).port}/">`],
    [
      'an explosion',
      () =>
        `<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('')}<!ENTITY stolen "&a30;">`,
    ],
  ])('reads nothing of %s', async (_name, declaration) => {
    const { rows, error } = await outcome('entity.xlsx', await withEntity(declaration()))
    const shown = JSON.stringify(rows) + error
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain('from outside')
    expect(shown.length).toBeLessThan(10_000)
    expect(asked).toBe(0)
    expect(leftovers()).toEqual([])
  })
})

test('a formula that would ask an address is a text or a value, and asks nothing', async () => {
  const bytes = await workbook((part, xml) =>
    part.includes('sheet1') ? xml.replace(/<v>41<\/v>/, '<f>WEBSERVICE("http://127.0.0.1:1/")</f><v>7</v>') : xml,
  )
  expect((await outcome('formula.xlsx', bytes)).rows).toEqual([
    ['north', '7'],
    ['south', '42'],
  ])
})

const parquet = readFileSync(join(import.meta.dirname, '../conformance/data/stocks.parquet'))
const changed = (at: number, bytes: number[]) => {
  const copy = Buffer.from(parquet)
  copy.set(bytes, at)
  return copy
}

test.each<[string, string, string | Uint8Array, RegExp]>([
  [
    'Parquet with a footer longer than the file',
    'a.parquet',
    changed(parquet.length - 8, [255, 255, 255, 127]),
    /^The file cannot be read/,
  ],
  [
    'Parquet whose footer is noise',
    'a.parquet',
    changed(
      parquet.length - 200,
      Array.from({ length: 150 }, (_, i) => (i * 37) % 256),
    ),
    /^The file cannot be read/,
  ],
  [
    'Parquet with damaged pages',
    'a.parquet',
    changed(
      4,
      Array.from({ length: 400 }, () => 255),
    ),
    /^The file cannot be read/,
  ],
  ['Parquet that is cut', 'a.parquet', parquet.subarray(0, parquet.length - 100), /^The file cannot be read/],
  ['a workbook without sheets', 'a.xlsx', zipSync({ 'a.txt': strToU8('x') }), /workbook/],
  ['100,001 columns', 'a.csv', `${Array.from({ length: 100_001 }, (_, i) => `c${i}`).join(',')}\n`, /columns/],
])('%s is rejected with one sentence', async (_name, name, content, message) => {
  const { error } = await outcome(name, content)
  expect(error).toMatch(message)
  expect(error).not.toContain(folder)
  expect(leftovers()).toEqual([])
})

test('a table that is called a workbook, or the reverse, is read as what it is', async () => {
  const book = await outcome('book.csv', await workbook((_, xml) => xml))
  const table = await outcome('table.xlsx', 'name,amount\nnorth,41\nsouth,42\n')
  const rows = [
    ['north', '41'],
    ['south', '42'],
  ]
  expect([book.rows, table.rows]).toEqual([rows, rows])
})

test('two encodings in one CSV file lose no line; bytes that no text has reject it', async () => {
  const lines = [Buffer.from('name,amount\n'), Buffer.from('caf\u00e9,1\n', 'latin1'), Buffer.from('caf\u00e9,2\n')]
  const { rows, rejected, error } = await outcome('mixed.csv', Buffer.concat(lines))
  expect([rows.length + rejected.length, error]).toEqual([2, ''])
  expect((await outcome('nul.csv', 'name,amount\nnu\u0000l,3\n')).error).toBe('The file is not text')
})
