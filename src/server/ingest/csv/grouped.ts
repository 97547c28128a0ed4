import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { startOfText, type Dialect } from './records.ts'

/** What may stand between the thousands of a number, beside a comma or a point: spaces of three widths and apostrophes. */
const spacers = [' ', '\u00a0', '\u202f', "'", '’']

const signsFor = (decimal: '.' | ',') => [decimal === ',' ? '.' : ',', ...spacers]

/** A pattern of whole numbers in groups of three, all behind the same sign. */
const groups = (sign: string) => `[1-9]\\d{0,2}(${sign === '.' ? '\\.' : sign}\\d{3})+`

/** A pattern of numbers in groups, for the engine and for JavaScript: `1,234.50`; whole ones are without a fraction. */
export const groupedPattern = (decimal: '.' | ',', { whole }: { whole: boolean }): string =>
  `[-+]?(${signsFor(decimal).map(groups).join('|')})${whole ? '' : `([${decimal}]\\d*)?`}`

const plainTest = (decimal: '.' | ',') => new RegExp(`^ *${groupedPattern(decimal, { whole: false })} *$`)

/** Whether numbers are written in groups anywhere in the sample. */
export const areGrouped = (records: string[][], decimal: '.' | ','): boolean => {
  const grouped = plainTest(decimal)
  return records.some((record) => record.some((value) => grouped.test(value)))
}

type Numbers = { dialect: Dialect; decimal: '.' | ','; /** By column. */ isNumber: boolean[] }

const [lf, cr] = [10, 13]

/**
 * The bytes of delimited text with the numbers of some columns written plainly: `1,234.50` becomes `1234.50` behind a space, so that every
 * byte keeps its place. What is no number stays as it is.
 */
export const plainNumbers = ({ dialect, decimal, isNumber }: Numbers) => {
  const [delimiter, quote] = [dialect.delimiter.charCodeAt(0), dialect.quote ? dialect.quote.charCodeAt(0) : -1]
  const grouped = plainTest(decimal)
  const sign = new RegExp(`[${decimal === ',' ? '.' : ','}${spacers.join('')}]`, 'g')

  const rewrite = (bytes: Buffer, from: number, to: number) => {
    if (to - from < 5 || to - from > 80) return
    const text = bytes.toString('utf8', from, to)
    if (grouped.test(text)) bytes.write(text.replaceAll(sign, '').padStart(to - from), from, 'latin1')
  }

  /** Where the field that begins here ends: its delimiter or line end, or nothing when it goes on behind the bytes. */
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

/** The same for a file. */
export const writePlainNumbers = (source: string, target: string, numbers: Numbers): Promise<void> =>
  pipeline(createReadStream(source, { highWaterMark: 4 << 20 }), plainNumbers(numbers), createWriteStream(target))
