import { open } from 'node:fs/promises'
import type { RejectCause } from '#core/upload/reject-cause.ts'

/**
 * Where the records of delimited text begin and end, by the strict reading of RFC 4180: a quote opens only at the start of a
 * field, and what closes it is followed by a delimiter or a line end. A line whose quotes break that rule is a fault of its own,
 * and reading goes on at the next line, so that one stray quote never swallows a file.
 */
export type Dialect = { delimiter: string; quote: '"' | "'" | '' }

export type Fault = {
  line: number
  start: number
  end: number
  /** Line ends within. */
  innerLines: number
  cause: RejectCause
}

/** Why a record that can be read is left out all the same. */
export type Judge = (record: Buffer) => RejectCause | null

export type Scan = {
  /** Records that can be read, blank lines left out. */
  records: number
  /** Blank lines before the first record, and those behind it: where there is one column, each of these is an empty cell. */
  blanks: { before: number; behind: number }
  /** Lines that cannot, with their byte range in the file. */
  faults: Fault[]
  /** How the records end: `\n`, `\r\n`, or some so and some so. */
  ends: { lf: number; crlf: number }
}

export const endsAreMixed = ({ ends }: Scan): boolean => ends.lf > 0 && ends.crlf > 0

export type ScanOptions = {
  /** Number of the first line. */
  line?: number
  /** Offset of the first byte within the file. */
  offset?: number
  /** More bytes follow: a record that reaches the end of these is left for the next call. */
  more?: boolean
  /** Asked of every record, one after the other. */
  judge?: Judge | undefined
}

const lf = 10
const cr = 13

/** Longest record, in bytes: beyond it a quote is taken for a stray one. */
const maxRecord = 4 << 20
const windowSize = 32 << 20

/** Behind a byte order mark. */
export const startOfText = (buffer: Uint8Array): number => (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0)

const indexOrEnd = (buffer: Buffer, byte: number, from: number): number => {
  const found = buffer.indexOf(byte, from)
  return found < 0 ? buffer.length : found
}

const emptyScan = (): Scan => ({ records: 0, blanks: { before: 0, behind: 0 }, faults: [], ends: { lf: 0, crlf: 0 } })

/** Scans UTF-8 bytes; `consumed` bytes were read and `line` is the number of the line that follows them. */
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

/** Where the record that begins at the first byte ends; the length of the bytes when it goes on behind them. */
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
      if (at - start > maxRecord) return { end: start, lines, fault: 'open-quote' }
      if (buffer[at] === lf) lines++
      if (buffer[at] === quote) at++
    }
    const next = buffer[at + 1]
    if (next !== undefined && next !== lf && next !== cr && next !== delimiter) return { end: at, lines, fault: 'behind-quote' }
    fieldStart = false
  }
  return { end: at, lines }
}

/** Scans a UTF-8 file of any size in windows; `progress` is told the share that was read. */
export const scanFile = async (
  path: string,
  dialect: Dialect,
  { progress, judge }: { progress: (fraction: number) => void; judge?: Judge },
): Promise<Scan> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const scan = emptyScan()
    const bytes = Buffer.allocUnsafe(Math.min(windowSize, size))
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
      // A line longer than the window is left to the reader, which refuses it.
      offset += part.consumed || bytesRead
      progress(Math.min(1, offset / size))
    }
    return scan
  } finally {
    await file.close()
  }
}
