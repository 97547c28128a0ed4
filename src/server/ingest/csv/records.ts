import { open } from 'node:fs/promises'
import type { RejectCause } from '#core/upload/reject-cause.ts'

/**
 * Finds the records of delimited text, strictly by RFC 4180: a quote opens only at the start of a field, and a closing quote is followed
 * by a delimiter or line end. A line that breaks this rule is a fault, and scanning continues at the next line, so that a stray quote
 * does not swallow the rest of the file.
 */
export type Dialect = { delimiter: string; quote: '"' | "'" | '' }

export type Fault = {
  line: number
  start: number
  end: number
  /** Line breaks within the record. */
  innerLines: number
  cause: RejectCause
}

/** Returns why a readable record is rejected, or null. */
export type Judge = (record: Buffer) => RejectCause | null

export type Scan = {
  /** Readable records, not counting blank lines. */
  records: number
  /** Blank lines before and after the first record; in a file with a single column the latter are empty cells. */
  blanks: { before: number; behind: number }
  /** Unreadable lines with their byte range. */
  faults: Fault[]
  /** How many records end with `\n` and with `\r\n`. */
  ends: { lf: number; crlf: number }
}

export const hasMixedLineEnds = ({ ends }: Scan): boolean => ends.lf > 0 && ends.crlf > 0

export type ScanOptions = {
  /** Number of the first line. */
  line?: number
  /** Offset of the first byte within the file. */
  offset?: number
  /** Whether more bytes follow: then a record that reaches the end is left for the next call. */
  more?: boolean
  /** Called for every record in order. */
  judge?: Judge | undefined
}

const lf = 10
const cr = 13

/** In a longer record the opening quote counts as stray. */
const maxRecordBytes = 4 << 20
const windowBytes = 32 << 20

/** The offset after a byte order mark, if any. */
export const startOfText = (buffer: Uint8Array): number => (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0)

const indexOrEnd = (buffer: Buffer, byte: number, from: number): number => {
  const found = buffer.indexOf(byte, from)
  return found < 0 ? buffer.length : found
}

const emptyScan = (): Scan => ({ records: 0, blanks: { before: 0, behind: 0 }, faults: [], ends: { lf: 0, crlf: 0 } })

/** Scans UTF-8 bytes. Returns the consumed bytes and the number of the line after them. */
export const scanRecords = (bytes: Uint8Array, dialect: Dialect, options: ScanOptions = {}): Scan & { consumed: number; line: number } => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { offset = 0, more = false, judge } = options
  let line = options.line ?? 1
  let at = offset === 0 ? startOfText(buffer) : 0
  const marks = marksOf(dialect)
  const { quote } = marks
  let nextQuote = quote < 0 ? buffer.length : indexOrEnd(buffer, quote, at)
  const scan = emptyScan()
  while (at < buffer.length) {
    const lineEnd = indexOrEnd(buffer, lf, at)
    if (nextQuote < at) nextQuote = indexOrEnd(buffer, quote, at)
    const record = nextQuote < lineEnd ? endOfQuoted(buffer, at, marks) : { end: lineEnd, lines: 0 }
    if (more && (record.end >= buffer.length || lineEnd >= buffer.length)) break
    if (record.fault) {
      scan.faults.push({ line, start: offset + at, end: offset + lineEnd, innerLines: 0, cause: { code: record.fault } })
      at = lineEnd + 1
      line++
      continue
    }
    const blank = record.end === at || (record.end === at + 1 && buffer[at] === cr)
    const cause = blank ? null : judge?.(buffer.subarray(at, record.end))
    if (cause) scan.faults.push({ line, start: offset + at, end: offset + record.end, innerLines: record.lines, cause })
    else if (!blank) scan.records++
    else scan.blanks[scan.records === 0 ? 'before' : 'behind']++
    if (buffer[record.end] === lf) scan.ends[buffer[record.end - 1] === cr ? 'crlf' : 'lf']++
    at = record.end + 1
    line += 1 + record.lines
  }
  return { ...scan, consumed: Math.min(at, buffer.length), line }
}

type Marks = { quote: number; delimiter: number }

const marksOf = ({ quote, delimiter }: Dialect): Marks => ({ quote: quote ? quote.charCodeAt(0) : -1, delimiter: delimiter.charCodeAt(0) })

/** The end of the record that starts at the first byte; the length of the bytes if it continues after them. */
export const endOfRecord = (bytes: Buffer, dialect: Dialect): number => {
  const { end, fault } = endOfQuoted(bytes, 0, marksOf(dialect))
  return fault ? indexOrEnd(bytes, lf, 0) : end
}

type RecordEnd = { end: number; lines: number; fault?: 'open-quote' | 'behind-quote' }

const endOfQuoted = (buffer: Buffer, start: number, { quote, delimiter }: Marks): RecordEnd => {
  let fieldStart = true
  let lines = 0
  let at = start
  for (; at < buffer.length && buffer[at] !== lf; at++) {
    if (!fieldStart || buffer[at] !== quote) {
      fieldStart = buffer[at] === delimiter
      continue
    }
    for (at++; buffer[at] !== quote || buffer[at + 1] === quote; at++) {
      if (at >= buffer.length) return { end: at, lines, fault: 'open-quote' }
      if (at - start > maxRecordBytes) return { end: start, lines, fault: 'open-quote' }
      if (buffer[at] === lf) lines++
      if (buffer[at] === quote) at++
    }
    const next = buffer[at + 1]
    if (next !== undefined && next !== lf && next !== cr && next !== delimiter) return { end: at, lines, fault: 'behind-quote' }
    fieldStart = false
  }
  return { end: at, lines }
}

/** Scans a UTF-8 file of any size in windows; calls `progress` with the fraction that was read. */
export const scanFile = async (
  path: string,
  dialect: Dialect,
  { progress, judge }: { progress: (fraction: number) => void; judge?: Judge },
): Promise<Scan> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const scan = emptyScan()
    const bytes = Buffer.allocUnsafe(Math.min(windowBytes, size))
    let line = 1
    for (let offset = 0; offset < size;) {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
      const part = scanRecords(bytes.subarray(0, bytesRead), dialect, { line, offset, more: offset + bytesRead < size, judge })
      const { before, behind } = part.blanks
      scan.blanks[scan.records === 0 ? 'before' : 'behind'] += before
      scan.blanks.behind += behind
      scan.records += part.records
      for (const fault of part.faults) scan.faults.push(fault)
      scan.ends.lf += part.ends.lf
      scan.ends.crlf += part.ends.crlf
      line = part.line
      // A line longer than the window is skipped here; DuckDB rejects it.
      offset += part.consumed || bytesRead
      progress(Math.min(1, offset / size))
    }
    return scan
  } finally {
    await file.close()
  }
}
