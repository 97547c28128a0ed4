import { createWriteStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf } from '../table-file.ts'
import type { RejectedLine } from '../task.ts'
import type { Fault } from './records.ts'

type Reject = { at: number; column: string | null; kind: string; message: string }

const typeWords: Record<string, string> = {
  BIGINT: 'a whole number',
  HUGEINT: 'a whole number',
  INTEGER: 'a whole number',
  DOUBLE: 'a number',
  DATE: 'a date',
  TIME: 'a time',
  TIMESTAMP: 'a date and time',
  BOOLEAN: 'true or false',
}

const reasons: Record<string, (reject: Reject) => string> = {
  'MISSING COLUMNS': ({ message }) =>
    message.replace(/^Expected Number of Columns: (\d+) Found: (\d+)$/, 'The line has $2 fields; $1 are expected'),
  'TOO MANY COLUMNS': ({ message }) =>
    message.replace(/^Expected Number of Columns: (\d+) Found: (\d+)$/, 'The line has $2 fields; $1 are expected'),
  CAST: ({ column, message }) => {
    const [, value, type = ''] = message.match(/Could not convert string "([\s\S]*)" to '([^']+)'/) ?? []
    return value === undefined
      ? `The value of ${column} does not fit its type`
      : `“${value}” in ${column} is not ${typeWords[type] ?? `a ${type}`}`
  },
  'INVALID ENCODING': () => 'The line holds bytes that are no text in this encoding',
  'UNQUOTED VALUE': () => 'A quote is opened and never closed',
  'LINE SIZE OVER MAXIMUM': () => 'The line is longer than 32 MB',
}

/** DuckDB's rejects, one per line: the first fault of each. */
const rejectsOf = async (db: DuckDBConnection): Promise<Reject[]> => {
  const rows = await rowsOf(
    db,
    `select line_byte_position - 1 as at, arg_min(column_name, error_order) as "column", arg_min(error_type::varchar, error_order) as kind,
            arg_min(error_message, error_order) as message
     from (select *, row_number() over (order by byte_position, column_idx) as error_order from reject_errors)
     group by line_byte_position order by line_byte_position`,
  )
  return rows.map((row) => ({
    at: Number(row['at']),
    column: row['column'] ?? null,
    kind: row['kind'] ?? '',
    message: row['message'] ?? '',
  }))
}

const blockSize = 1 << 20

/** Reads forward through a file, counting lines as it goes. */
const lineReader = async (path: string) => {
  const file = await open(path)
  const block = Buffer.alloc(blockSize)
  let at = 0
  let lines = 1
  return {
    /** Number of the line that holds the byte. */
    lineAt: async (target: number) => {
      while (at < target) {
        const { bytesRead } = await file.read(block, 0, Math.min(blockSize, target - at), at)
        if (bytesRead === 0) break
        for (let i = block.indexOf(10); i >= 0 && i < bytesRead; i = block.indexOf(10, i + 1)) lines++
        at += bytesRead
      }
      return lines
    },
    textFrom: (from: number) => textFrom(file, from),
    close: () => file.close(),
  }
}

const textFrom = async (file: FileHandle, from: number): Promise<string> => {
  const parts: Buffer[] = []
  for (let at = from; ; at += blockSize) {
    const block = Buffer.alloc(blockSize)
    const { bytesRead } = await file.read(block, 0, blockSize, at)
    const end = block.subarray(0, bytesRead).indexOf(10)
    parts.push(block.subarray(0, end < 0 ? bytesRead : end))
    if (end >= 0 || bytesRead < blockSize) return Buffer.concat(parts).toString().replace(/\r$/, '')
  }
}

/** Rejected lines of a file from which `faults` were taken out, numbered as in the file with them. */
export async function* rejectedLines(db: DuckDBConnection, path: string, faults: Fault[]): AsyncGenerator<RejectedLine> {
  const reader = await lineReader(path)
  try {
    let before = 0
    for (const reject of await rejectsOf(db)) {
      let line = (await reader.lineAt(reject.at)) + before
      while (before < faults.length && (faults[before]?.line ?? Infinity) <= line) {
        before++
        line++
      }
      const reason = reasons[reject.kind]?.(reject) ?? 'The line cannot be read'
      yield { line, text: await reader.textFrom(reject.at), reason }
    }
  } finally {
    await reader.close()
  }
}

type Rejects = { db: DuckDBConnection; clean: string; original: string; faults: Fault[]; target: string }

/** Writes every rejected line as NDJSON, in the order of the file; returns how many. */
export const writeRejects = async ({ db, clean, original, faults, target }: Rejects): Promise<number> => {
  const output = createWriteStream(target)
  const source = await open(original)
  let next = 0
  let count = 0
  const write = (line: RejectedLine) => {
    count++
    output.write(`${JSON.stringify(line)}\n`)
  }
  const writeFault = async ({ line, start, end, reason }: Fault) => {
    const bytes = Buffer.alloc(end - start)
    await source.read(bytes, 0, bytes.length, start)
    write({ line, text: bytes.toString().replace(/\r$/, ''), reason })
  }
  try {
    for await (const line of rejectedLines(db, clean, faults)) {
      for (let fault = faults[next]; fault && fault.line < line.line; fault = faults[next]) {
        await writeFault(fault)
        next++
      }
      write(line)
    }
    for (const fault of faults.slice(next)) await writeFault(fault)
  } finally {
    await source.close()
    output.end()
    await new Promise((resolve, reject) => output.once('finish', resolve).once('error', reject))
  }
  return count
}
