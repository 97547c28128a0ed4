import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { RejectCause } from '#core/upload/reject-cause.ts'
import { decode } from './encoding.ts'
import type { RowNumbers } from '../row-numbers.ts'
import type { RejectedLine } from '../task.ts'
import { endOfRecord, type Dialect, type Fault } from './records.ts'

type Reject = { at: number; column: string | null; kind: string; message: string }

const fieldCountMessage = /^Expected Number of Columns: (\d+) Found: (\d+)$/
const castMessage = /Could not convert string "([\s\S]*)" to '([^']+)'/

const plainCauses: Record<string, RejectCause> = {
  'INVALID ENCODING': { code: 'encoding' },
  'UNQUOTED VALUE': { code: 'open-quote' },
  'LINE SIZE OVER MAXIMUM': { code: 'length' },
}

/** Maps DuckDB's error type and message to a cause. */
const causeOf = ({ kind, column, message }: Reject): RejectCause => {
  const [, expected, found] = fieldCountMessage.exec(message) ?? []
  if (found !== undefined) return { code: 'fields', found: Number(found), expected: Number(expected) }
  if (kind !== 'CAST') return plainCauses[kind] ?? { code: 'unreadable' }
  const [, value = null, type = ''] = castMessage.exec(message) ?? []
  return { code: 'value', column: column ?? '', value, type }
}

/** DuckDB's rejects in file order, with the first fault of each line. */
async function* readRejects(db: DuckDBConnection): AsyncGenerator<Reject> {
  const first = (column: string) => `arg_min(${column}, (byte_position, column_idx))`
  const result = await db.stream(
    `select (line_byte_position - 1)::double as at, ${first('column_name')} as "column", ${first('error_type::varchar')} as kind,
            ${first('error_message')} as message
     from reject_errors group by line_byte_position order by line_byte_position`,
  )
  for await (const rows of result.yieldRowObjectJson()) {
    for (const { at, column, kind, message } of rows)
      yield { at: Number(at), column: column === null ? null : String(column), kind: String(kind ?? ''), message: String(message ?? '') }
  }
}

const blockBytes = 1 << 20
const headBytes = 4096

/** Reads forward through a file and counts lines. */
const openLineReader = async (path: string) => {
  const file = await open(path)
  const block = { start: 0, bytes: Buffer.alloc(0), isLast: false }
  let at = 0
  let lines = 1
  /** At least `length` bytes from an offset, if the file has them. */
  const bytesFrom = async (from: number, length: number): Promise<Buffer> => {
    const end = block.start + block.bytes.length
    if (from < block.start || (from + length > end && !(block.isLast && from <= end))) {
      const buffer = Buffer.alloc(Math.max(length, blockBytes))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
      Object.assign(block, { start: from, bytes: buffer.subarray(0, bytesRead), isLast: bytesRead < buffer.length })
    }
    return block.bytes.subarray(from - block.start)
  }
  return {
    /** The number of the line with the byte. */
    lineAt: async (target: number) => {
      while (at < target) {
        const bytes = (await bytesFrom(at, 1)).subarray(0, target - at)
        if (bytes.length === 0) break
        for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lines++
        at += bytes.length
      }
      return lines
    },
    /** The first byte of the record; with mixed line ends, DuckDB's offset points before it. */
    startOf: async (target: number) => {
      const ends = (await bytesFrom(target, 2)).subarray(0, 2).findIndex((byte) => byte !== 10 && byte !== 13)
      return target + Math.max(0, ends)
    },
    /** The text of a record, including quoted line breaks. Fast path: a short record without quotes ends with its line. */
    recordFrom: async (from: number, dialect: Dialect): Promise<string> => {
      const head = (await bytesFrom(from, headBytes)).subarray(0, headBytes)
      const line = head.subarray(0, Math.max(0, head.indexOf(10)))
      if (line.length > 0 && !(dialect.quote && line.includes(dialect.quote))) return textOf(line)
      for (let size = blockBytes; ; size *= 4) {
        const bytes = (await bytesFrom(from, size)).subarray(0, size)
        const end = endOfRecord(bytes, dialect)
        if (end < bytes.length || bytes.length < size) return textOf(bytes.subarray(0, end))
      }
    },
    close: () => file.close(),
  }
}

/** Decodes a line as UTF-8; an invalid one as windows-1252, in which every byte is a character. */
const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString() : decode(bytes, 'windows-1252')).replace(/\r$/, '')

/** A file that DuckDB has read, and the faulty lines that were removed before. */
type Checked = { db: DuckDBConnection; path: string; faults: Fault[]; dialect: Dialect }

/** Rejected lines with their numbers in the file that still contains `faults`. */
export async function* readRejectedLines({ db, path, faults, dialect }: Checked): AsyncGenerator<RejectedLine> {
  const reader = await openLineReader(path)
  try {
    let before = 0
    for await (const reject of readRejects(db)) {
      const at = await reader.startOf(reject.at)
      let line = (await reader.lineAt(at)) + before
      while (before < faults.length && (faults[before]?.line ?? Infinity) <= line) {
        line += 1 + (faults[before]?.innerLines ?? 0)
        before++
      }
      yield { line, text: await reader.recordFrom(at, dialect), cause: causeOf(reject) }
    }
  } finally {
    await reader.close()
  }
}

type Rejects = Checked & {
  original: string
  target: string
  /** Converts a line number to that of the uploaded file. */
  numberOf: RowNumbers
}

/** Writes all rejected lines as NDJSON in file order; returns how many. */
export const writeRejects = async ({ original, target, numberOf, ...checked }: Rejects): Promise<number> => {
  const { faults } = checked
  const output = createWriteStream(target)
  const source = await open(original)
  let next = 0
  let count = 0
  const write = async (line: RejectedLine) => {
    count++
    if (!output.write(`${JSON.stringify({ ...line, line: numberOf(line.line) })}\n`)) await once(output, 'drain')
  }
  const writeFault = async ({ line, start, end, cause }: Fault) => {
    const bytes = Buffer.alloc(end - start)
    await source.read(bytes, 0, bytes.length, start)
    await write({ line, text: textOf(bytes), cause })
  }
  try {
    for await (const line of readRejectedLines(checked)) {
      for (let fault = faults[next]; fault && fault.line < line.line; fault = faults[next]) {
        await writeFault(fault)
        next++
      }
      await write(line)
    }
    for (const fault of faults.slice(next)) await writeFault(fault)
  } finally {
    await source.close()
    output.end()
    await new Promise((resolve, reject) => output.once('finish', resolve).once('error', reject))
  }
  return count
}
