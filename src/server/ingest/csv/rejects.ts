import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { RejectCause } from '#core/upload/reject-cause.ts'
import { decode } from '../encoding.ts'
import type { RowNumbers } from '../row-numbers.ts'
import type { RejectedLine } from '../task.ts'
import { endOfRecord, type Dialect, type Fault } from './records.ts'

type Reject = { at: number; column: string | null; kind: string; message: string }

const counted = /^Expected Number of Columns: (\d+) Found: (\d+)$/
const uncast = /Could not convert string "([\s\S]*)" to '([^']+)'/

const plainCauses: Record<string, RejectCause> = {
  'INVALID ENCODING': { code: 'encoding' },
  'UNQUOTED VALUE': { code: 'open-quote' },
  'LINE SIZE OVER MAXIMUM': { code: 'length' },
}

/** What the engine's kind and message mean. */
const causeOf = ({ kind, column, message }: Reject): RejectCause => {
  const [, expected, found] = counted.exec(message) ?? []
  if (found !== undefined) return { code: 'fields', found: Number(found), expected: Number(expected) }
  if (kind !== 'CAST') return plainCauses[kind] ?? { code: 'unreadable' }
  const [, value = null, type = ''] = uncast.exec(message) ?? []
  return { code: 'value', column: column ?? '', value, type }
}

/** DuckDB's rejects, one per line: the first fault of each, in the order of the file. */
async function* rejectsOf(db: DuckDBConnection): AsyncGenerator<Reject> {
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

const blockSize = 1 << 20
const headSize = 4096

/** Reads forward through a file, counting lines as it goes. */
const lineReader = async (path: string) => {
  const file = await open(path)
  const block = { start: 0, bytes: Buffer.alloc(0), isLast: false }
  let at = 0
  let lines = 1
  /** The file's bytes from a place on: so many at least, where it has them. */
  const bytesFrom = async (from: number, length: number): Promise<Buffer> => {
    const end = block.start + block.bytes.length
    if (from < block.start || (from + length > end && !(block.isLast && from <= end))) {
      const buffer = Buffer.alloc(Math.max(length, blockSize))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
      Object.assign(block, { start: from, bytes: buffer.subarray(0, bytesRead), isLast: bytesRead < buffer.length })
    }
    return block.bytes.subarray(from - block.start)
  }
  return {
    /** Number of the line that holds the byte. */
    lineAt: async (target: number) => {
      while (at < target) {
        const bytes = (await bytesFrom(at, 1)).subarray(0, target - at)
        if (bytes.length === 0) break
        for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lines++
        at += bytes.length
      }
      return lines
    },
    /** The first byte of the record: where line ends are of two kinds, the engine points before it. */
    startOf: async (target: number) => {
      const ends = (await bytesFrom(target, 2)).subarray(0, 2).findIndex((byte) => byte !== 10 && byte !== 13)
      return target + Math.max(0, ends)
    },
    /** A record as it stands in the file, with the line ends inside its quotes. Most are short and hold no quote: those end with their line. */
    recordFrom: async (from: number, dialect: Dialect): Promise<string> => {
      const head = (await bytesFrom(from, headSize)).subarray(0, headSize)
      const line = head.subarray(0, Math.max(0, head.indexOf(10)))
      if (line.length > 0 && !(dialect.quote && line.includes(dialect.quote))) return textOf(line)
      for (let size = blockSize; ; size *= 4) {
        const bytes = (await bytesFrom(from, size)).subarray(0, size)
        const end = endOfRecord(bytes, dialect)
        if (end < bytes.length || bytes.length < size) return textOf(bytes.subarray(0, end))
      }
    },
    close: () => file.close(),
  }
}

/** Lines are UTF-8 by now; one that is not shows its bytes by the encoding in which every byte is a sign. */
const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString() : decode(bytes, 'windows-1252')).replace(/\r$/, '')

/** A file as DuckDB read it, and the lines that were taken out of it before. */
type Checked = { db: DuckDBConnection; path: string; faults: Fault[]; dialect: Dialect }

/** Rejected lines of a file from which `faults` were taken out, numbered as in the file with them. */
export async function* rejectedLines({ db, path, faults, dialect }: Checked): AsyncGenerator<RejectedLine> {
  const reader = await lineReader(path)
  try {
    let before = 0
    for await (const reject of rejectsOf(db)) {
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
  /** What a line's number is in the file as sent. */
  numberOf: RowNumbers
}

/** Writes every rejected line as NDJSON, in the order of the file; returns how many. */
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
    for await (const line of rejectedLines(checked)) {
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
