import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { startOfText, type Dialect } from './records.ts'

/** Thousands separators besides comma and point. */
const groupSeparators = [' ', '\u00a0', '\u202f', "'", '’']

const separatorsFor = (decimal: '.' | ',') => [decimal === ',' ? '.' : ',', ...groupSeparators]

/** Pattern of whole numbers in groups of three with one separator. */
const groupsPattern = (sign: string) => `[1-9]\\d{0,2}(${sign === '.' ? '\\.' : sign}\\d{3})+`

/** Pattern of grouped numbers for DuckDB and JavaScript: `1,234.50`, or without a fraction if `whole`. */
export const groupedPattern = (decimal: '.' | ',', { whole }: { whole: boolean }): string =>
  `[-+]?(${separatorsFor(decimal).map(groupsPattern).join('|')})${whole ? '' : `([${decimal}]\\d*)?`}`

const plainTest = (decimal: '.' | ',') => new RegExp(`^ *${groupedPattern(decimal, { whole: false })} *$`)

/** Whether the sample has grouped numbers. */
export const hasGroupedNumbers = (records: string[][], decimal: '.' | ','): boolean => {
  const grouped = plainTest(decimal)
  return records.some((record) => record.some((value) => grouped.test(value)))
}

type Numbers = { dialect: Dialect; decimal: '.' | ','; /** By column. */ isNumber: boolean[] }

const [lf, cr] = [10, 13]

/**
 * Rewrites grouped numbers in some columns of delimited text: `1,234.50` becomes ` 1234.50`, padded so that byte offsets stay the same.
 * Other values are not changed.
 */
export const plainNumbers = ({ dialect, decimal, isNumber }: Numbers) => {
  const [delimiter, quote] = [dialect.delimiter.charCodeAt(0), dialect.quote ? dialect.quote.charCodeAt(0) : -1]
  const grouped = plainTest(decimal)
  const sign = new RegExp(`[${decimal === ',' ? '.' : ','}${groupSeparators.join('')}]`, 'g')

  const rewrite = (bytes: Buffer, from: number, to: number) => {
    if (to - from < 5 || to - from > 80) return
    const text = bytes.toString('utf8', from, to)
    if (grouped.test(text)) bytes.write(text.replaceAll(sign, '').padStart(to - from), from, 'latin1')
  }

  /** The end of the field that starts here, or null when it continues in the next chunk. */
  const endOf = (bytes: Buffer, start: number, isLast: boolean): number | null => {
    let at = start
    if (bytes[start] === quote) {
      for (at++; at < bytes.length; at++) {
        if (bytes[at] !== quote) continue
        if (bytes[at + 1] !== quote) break
        at++
      }
      at++
    }
    while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== lf) at++
    if (at < bytes.length) return at
    return isLast ? bytes.length : null
  }

  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let column = 0
    let carried: Buffer = Buffer.alloc(0)
    let isFirst = true
    const take = (bytes: Buffer, isLast: boolean): Buffer => {
      let start = isFirst ? startOfText(bytes) : 0
      isFirst = false
      for (let end = endOf(bytes, start, isLast); end !== null && start < bytes.length; end = endOf(bytes, start, isLast)) {
        if (isNumber[column]) {
          const isQuoted = bytes[start] === quote
          const stop = bytes[end - 1] === cr ? end - 1 : end
          rewrite(bytes, start + Number(isQuoted), stop - Number(isQuoted))
        }
        column = bytes[end] === delimiter ? column + 1 : 0
        start = end + 1
      }
      carried = Buffer.from(bytes.subarray(start))
      return bytes.subarray(0, start)
    }
    for await (const chunk of chunks) yield take(Buffer.concat([carried, chunk]), false)
    yield take(carried, true)
  }
}

/** Rewrites the numbers of a file. */
export const writePlainNumbers = (source: string, target: string, numbers: Numbers): Promise<void> =>
  pipeline(createReadStream(source, { highWaterMark: 4 << 20 }), plainNumbers(numbers), createWriteStream(target))
