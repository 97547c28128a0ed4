import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { DuckDBConnection } from '@duckdb/node-api'
import { deniedFunctions } from '#engines/duckdb/deny.ts'
import { authorize } from '#engines/sqlite/authorize.ts'
import { MessageError } from '#core/errors.ts'
import { quoteName, quoteText, rowsOf, withScratch } from './table-file.ts'
import type { FileKind, ReadOptions } from './task.ts'
import type { Relation } from './relation.ts'

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', at, at + text.length) === text

const isArchive = (head: Buffer) => startsWith(head, 'PK\u0003\u0004')
const isDocument = (head: Buffer) => isArchive(head) && ['word/', 'ppt/'].some((folder) => head.includes(folder))

/** By its extension, or, under another name, by the parts at its beginning. */
const isWorkbook = (head: Buffer, extension: string) =>
  (isArchive(head) && (/^xls[xmb]$/.test(extension) || head.includes('[Content_Types].xml') || head.includes('xl/'))) ||
  startsWith(head, '\u00d0\u00cf\u0011\u00e0')

/** Detects the kind of a file by its first bytes, and for text by its extension. */
export const detectFileKind = async (path: string, name: string): Promise<FileKind> => {
  const file = await open(path)
  const bytes = Buffer.alloc(4096)
  const { bytesRead } = await file.read(bytes, 0, 4096, 0)
  await file.close()
  const head = bytes.subarray(0, bytesRead)
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  if (head.length === 0) throw new MessageError(422, 'The file is empty')
  if (startsWith(head, 'PAR1')) return 'parquet'
  if (startsWith(head, 'DUCK', 8)) return 'duckdb'
  if (startsWith(head, 'SQLite format 3\0')) return 'sqlite'
  if (isDocument(head)) throw new MessageError(422, 'Text documents and presentations are not supported: save their table as CSV')
  if (isWorkbook(head, extension)) return 'excel'
  if (isArchive(head)) throw new MessageError(422, 'Archives are not supported: unpack the file first')
  if (startsWith(head, '\u001f\u008b')) throw new MessageError(422, 'Compressed files are not supported: unpack the file first')
  if (/^(json|ndjson|jsonl|geojson)$/.test(extension)) return 'json'
  return 'csv'
}

const chooseTable = (tables: string[], options: ReadOptions): string => {
  const wanted = options.table ?? tables[0]
  if (wanted === undefined) throw new MessageError(422, 'The file contains no tables')
  if (!tables.includes(wanted)) throw new MessageError(422, `The file has no table "${wanted}"`)
  return wanted
}

export const parquetRelation = (path: string): Relation => ({ kind: 'parquet', from: `read_parquet(${quoteText(path)})`, tables: [] })

/** Types are inferred from the first records for a preview, and from all for a load, because DuckDB would round `1.5` in an integer column. */
export const jsonRelation = (path: string, { sampled }: { sampled: boolean }): Relation => ({
  kind: 'json',
  from: `read_json(${quoteText(path)}, sample_size = ${sampled ? 50_000 : -1}, maximum_object_size = 67108864)`,
  tables: [],
})

/** @throws MessageError 422 if generated columns of an attached table call functions that are denied to user SQL */
const rejectDeniedGenerated = async (db: DuckDBConnection, table: { schema: string; name: string }): Promise<void> => {
  const of = (facts: string) =>
    `from ${facts}() where database_name = 'source' and schema_name = ${quoteText(table.schema)} and table_name = ${quoteText(table.name)}`
  const [made] = await rowsOf(db, `select sql ${of('duckdb_tables')}`)
  if (!/generated always/i.test(made?.['sql'] ?? '')) return
  // Columns with stored values do not call their default expression.
  const stored = `select column_name from pragma_storage_info(${quoteText(`source.${quoteName(table.schema)}.${quoteName(table.name)}`)})`
  const columns = await rowsOf(
    db,
    `select column_name as name, json_serialize_sql('select ' || column_default) as tree ${of('duckdb_columns')}
      and column_default is not null and column_name not in (${stored})`,
  )
  for (const { name, tree } of columns) {
    const called = [...(tree ?? '').matchAll(/"function_name":"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.toLowerCase())
    const denied = called.find((text) => deniedFunctions.has(text))
    if (denied) throw new MessageError(422, `The column "${name}" is computed by ${denied}(), which is not allowed in uploaded files`)
  }
}

export const duckdbRelation = async (path: string, options: ReadOptions): Promise<Relation> => {
  const attach = `attach ${quoteText(path)} as source (read_only)`
  const { tables, table, schema, name } = await withScratch(async (db) => {
    await db.run(attach)
    const rows = await rowsOf(
      db,
      `select schema_name || '.' || table_name as name from duckdb_tables() where database_name = 'source' order by 1`,
    )
    const names = rows.map((row) => row['name'] ?? '')
    const chosen = chooseTable(names, options)
    const dot = chosen.indexOf('.')
    const parts = { schema: chosen.slice(0, dot), name: chosen.slice(dot + 1) }
    await rejectDeniedGenerated(db, parts)
    return { tables: names, table: chosen, ...parts }
  })
  const from = `source.${quoteName(schema)}.${quoteName(name)}`
  return { kind: 'duckdb', prepare: [attach], from, tables, table }
}

/** A row with its number in the sheet or table, starting at 1. */
export type NumberedRow<V> = { number: number; values: V[] }

export type Rows = {
  columns: string[]
  rows: AsyncIterable<NumberedRow<unknown>> | Iterable<NumberedRow<unknown>>
  tables: string[]
  table: string
}

/** Rows of a table or view of a SQLite file; views may only read its tables. Columns are typed by their values, because SQLite allows any type in any row. */
export const sqliteRows = (path: string, options: ReadOptions): Rows => {
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = db
    .prepare("select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%' order by name")
    .all()
    .map((row) => String(row['name']))
  const table = chooseTable(tables, options)
  db.setAuthorizer(authorize)
  const statement = db.prepare(`select * from ${quoteName(table)}`)
  statement.setReadBigInts(true)
  const columns = statement.columns().map(({ name }) => name)
  const rows = statement.iterate() as Iterable<Record<string, unknown>>
  return {
    columns,
    rows: (function* () {
      let number = 0
      for (const row of rows) yield { number: ++number, values: columns.map((name) => row[name]) }
    })(),
    tables,
    table,
  }
}

const space = new Set([9, 10, 13, 32])

/** Whether a JSON array is truncated; DuckDB accepts one that ends after a comma. */
export const isCutList = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = Buffer.alloc(65_536)
    const { bytesRead } = await file.read(part, 0, part.length, 0)
    const first = part.subarray(0, bytesRead).find((byte) => !space.has(byte) && byte < 0x80)
    const tail = Buffer.alloc(Math.min(size, part.length))
    await file.read(tail, 0, tail.length, size - tail.length)
    const last = tail.findLast((byte) => !space.has(byte))
    return first === 0x5b && last !== 0x5d
  } finally {
    await file.close()
  }
}

/** Invalid lines of newline-delimited JSON. */
export async function* brokenJsonLines(path: string): AsyncGenerator<{ line: number; text: string }> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path) })) {
    line++
    if (text.trim() === '') continue
    try {
      JSON.parse(text)
    } catch {
      yield { line, text }
    }
  }
}
