import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll } from 'vitest'
import { MessageError } from '#core/errors.ts'
import { wireText } from '#core/upload/reject-cause.ts'
import { performTask } from './perform-task.ts'
import type { FileColumn, FileHeads, IngestMessage, IngestTask, Loaded, Preview, PreviewedReject } from './task.ts'
import type { ReadOptions, RejectedLine, TableShape } from './task.ts'

/** The folder for the files of a test file. */
export const folder = mkdtempSync(join(tmpdir(), 'chartroom-ingest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

type Task<Kind extends IngestTask['kind']> = Omit<Extract<IngestTask, { kind: Kind }>, 'kind'>

const limits = { timeoutMs: 60_000, rows: 1_000_000_000, bytes: 50 * 1024 ** 3 }

/** Performs a task in this process: to start one for each takes longer than most tasks. `ingest.test.ts` starts them. */
const perform = async (task: IngestTask): Promise<IngestMessage> => {
  const answers: IngestMessage[] = []
  await performTask({ task, folder, limits }, async (message) => {
    if (message.type !== 'progress') answers.push(message)
  })
  const [answer] = answers
  if (!answer || answer.type === 'refused') throw new MessageError(422, answer?.message ?? 'There is no answer')
  return answer
}

export const previewFile = async (task: Task<'preview'>): Promise<Preview> => {
  const answer = await perform({ kind: 'preview', ...task })
  if (answer.type !== 'preview') throw new Error(`Unexpected answer ${answer.type}`)
  return answer.preview
}

export const headsOfFile = async (task: Task<'heads'>): Promise<FileHeads> => {
  const answer = await perform({ kind: 'heads', ...task })
  if (answer.type !== 'heads') throw new Error(`Unexpected answer ${answer.type}`)
  return answer.heads
}

const loadFile = async (task: Task<'load'>): Promise<Loaded> => {
  const answer = await perform({ kind: 'load', ...task })
  if (answer.type !== 'loaded') throw new Error(`Unexpected answer ${answer.type}`)
  return answer.loaded
}

type More = { options?: ReadOptions; columns?: FileColumn[]; shape?: TableShape; former?: string }

/** Loads a file and reads back the result. */
export const load = async (name: string, content: string | Uint8Array, more: More = {}) => {
  const path = put(name, content)
  const [target, rejects] = [`${path}.duckdb`, `${path}.rejects`]
  const loaded = await loadFile({ path, name, options: {}, target, rejects, ...more })
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
