import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll } from 'vitest'
import { loadFile } from './run-ingest.ts'
import { wireText } from '#core/upload/reject-cause.ts'
import type { FileColumn, PreviewedReject, ReadOptions, RejectedLine, TableShape } from './task.ts'

/** The folder for the files of a test file. */
export const folder = mkdtempSync(join(tmpdir(), 'chartroom-ingest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

export const { signal } = new AbortController()
let next = 0

/** Writes a file into the folder; returns its path. */
export const put = (name: string, content: string | Uint8Array) => {
  const path = join(folder, `${next++}-${name}`)
  writeFileSync(path, content)
  return path
}

/** A rejected line with its cause as text. */
export const readable = <R extends PreviewedReject>({ line, text, cause }: R): { line: R['line']; text: string; reason: string } => ({
  line,
  text,
  reason: wireText(cause),
})

type More = { options?: ReadOptions; columns?: FileColumn[]; shape?: TableShape; former?: string }

/** Loads a file and reads back the result. */
export const load = async (name: string, content: string | Uint8Array, more: More = {}) => {
  const path = put(name, content)
  const [target, rejects] = [`${path}.duckdb`, `${path}.rejects`]
  const loaded = await loadFile({ path, name, options: {}, target, rejects, ...more }, { signal })
  const instance = await DuckDBInstance.create(target, { access_mode: 'READ_ONLY' })
  const db = await instance.connect()
  const rows = (await db.runAndReadAll('from data')).getRowsJson()
  db.closeSync()
  instance.closeSync()
  const rejected = readFileSync(rejects, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => readable(JSON.parse(line) as RejectedLine))
  return { ...loaded, rows, rejected, target }
}

/** Values by column name and type. */
export const byColumn = (columns: { name: string; type: string }[], rows: unknown[][]): Record<string, unknown[]> =>
  Object.fromEntries(columns.map(({ name, type }, i) => [`${name} ${type}`, rows.map((row) => row[i])]))
