import { stat } from 'node:fs/promises'
import { MessageError } from '#core/errors.ts'
import { decode, isKnownEncoding } from './encoding.ts'
import type { ReadOptions } from '../task.ts'
import { hasGroupedNumbers } from './grouped.ts'
import { detectFileEncoding, headBytes, readHead, readLaterParts, readPart, type LineEnd } from './parts.ts'
import type { Layout } from './read-csv.ts'
import type { Dialect } from './records.ts'
import { columnNames, findAmbiguousDecimals, sniffDecimal, sniffDialect, sniffHeader, splitSample } from './sniff.ts'

/** How a file is read: sniffed, with the user's corrections. */
export type CsvReading = Layout & {
  encoding: string
  lineEnd: LineEnd
  names: string[]
  blanksMisfits: boolean
  dayFirst: boolean
  strict: boolean
  /** Whether numbers have thousands separators. */
  isGrouped: boolean
}

export const rejection = (message: string) => new MessageError(422, message)

const cutToLines = (text: string) => text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1)

/** `headLines`: how many lines are from the beginning of the file and thus have the same line numbers. */
type Sample = { text: string; lineEnd: LineEnd; headLines: number }

/** Reads the beginning of a file, and parts of the middle and end of a long one, decoded and cut at line ends. */
const readSample = async (path: string, encoding: string): Promise<Sample> => {
  const { size } = await stat(path)
  const { text: start, lineEnd } = await readHead(path, encoding)
  const linesOf = (text: string) => (lineEnd === '\r' ? text.replaceAll('\r', '\n') : text)
  const beginning = linesOf(start)
  if (size <= headBytes) return { text: beginning, lineEnd, headLines: Infinity }
  const texts = (await readLaterParts(path)).map((part) => cutToLines(linesOf(decode(part, encoding))))
  const head = beginning.slice(0, beginning.lastIndexOf('\n') + 1)
  return { text: head + texts.join(''), lineEnd, headLines: head.split('\n').length - 1 }
}

const dialectOf = (text: string, { delimiter, quote }: ReadOptions): Dialect => {
  if (delimiter !== undefined && quote !== undefined) return { delimiter, quote }
  const sniffed = sniffDialect(text.slice(0, 1 << 20), text.length <= 1 << 20)
  return { delimiter: delimiter ?? sniffed.delimiter, quote: quote ?? sniffed.quote }
}

export type SampledReading = CsvReading & {
  sample: string
  headLines: number
  /** Indexes of columns whose numbers are ambiguous, because the decimal separator is unknown. */
  doubtful: number[]
}

/** Reads a sample of a file, and determines how the file is written. */
export const sniffReading = async (path: string, options: ReadOptions, made: boolean): Promise<SampledReading> => {
  const first = await readPart(path, 0, headBytes)
  if (first.length === 0) throw rejection('The file is empty')
  const encoding = options.encoding ?? (await detectFileEncoding(path))
  if (!isKnownEncoding(encoding)) throw rejection(`The encoding "${encoding}" is not known`)
  if (!encoding.startsWith('utf-16') && isBinary(first)) throw rejection('The file is not text')
  const { text, lineEnd, headLines } = await readSample(path, encoding)
  if (text.trim() === '') throw rejection('The file holds no data')
  const dialect = dialectOf(text, options)
  if (dialect.delimiter === dialect.quote) throw rejection('The delimiter and the quote are the same sign')
  const records = splitSample(text.slice(0, 1 << 20), dialect, text.length <= 1 << 20)
  const header = options.header ?? sniffHeader(records)
  const width = widthOf(records)
  if (width > 5000) throw rejection(`The file has ${width} columns; at most 5,000 are read`)
  const names = columnNames(header ? (records[0] ?? null) : null, width)
  const rows = header ? records.slice(1) : records
  const decimal = options.decimal ?? sniffDecimal(rows)
  const strict = options.strict ?? false
  return {
    made,
    encoding,
    lineEnd,
    dialect,
    header,
    names,
    nulls: options.nulls ?? [],
    decimal,
    isGrouped: !strict && !made && hasGroupedNumbers(records, decimal),
    dayFirst: options.dayFirst ?? false,
    strict,
    blanksMisfits: options.misfits === 'blank',
    sample: text,
    headLines,
    doubtful: made || options.decimal !== undefined ? [] : findAmbiguousDecimals(rows),
  }
}

/** Whether there are more than a few control characters other than tabs and line ends. */
const isBinary = (bytes: Uint8Array): boolean => {
  const head = bytes.subarray(0, 65_536)
  const controls = head.filter((byte) => byte < 9 || (byte > 13 && byte < 27)).length
  return head.includes(0) || controls > head.length / 100
}

/** The number of columns: of the header, or of most lines if that is larger. */
const widthOf = (records: string[][]): number => {
  const tally = new Map<number, number>()
  for (const { length } of records) tally.set(length, (tally.get(length) ?? 0) + 1)
  const common = [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1
  return Math.max(records[0]?.length ?? 1, common)
}
