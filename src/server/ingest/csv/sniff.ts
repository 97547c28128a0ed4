import type { Dialect } from './records.ts'

/** Splits a sample into records and fields; drops the last record, which may be cut, unless `complete`. */
export const splitSample = (text: string, { delimiter, quote }: Dialect, complete: boolean): string[][] => {
  const records: string[][] = []
  let fields: string[] = []
  let field = ''
  let quoted = false
  let at = 0
  for (; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char !== quote) field += char
      else if (text[at + 1] === quote) field += text[++at]
      else quoted = false
    } else if (quote && char === quote && field === '') quoted = true
    else if (text.startsWith(delimiter, at)) {
      fields.push(field)
      field = ''
      at += delimiter.length - 1
    } else if (char === '\n') {
      records.push([...fields, field.replace(/\r$/, '')])
      fields = []
      field = ''
    } else field += char
  }
  if (complete && (field !== '' || fields.length)) records.push([...fields, field.replace(/\r$/, '')])
  return records.filter((record) => record.length > 1 || record[0] !== '')
}

const candidates = [',', ';', '\t', '|', ':', '~', '^'] as const

const mostCommonWidth = (counts: number[]): { width: number; share: number } => {
  const tally = new Map<number, number>()
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1)
  const [width = 1, times = 0] = [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { width, share: counts.length ? times / counts.length : 0 }
}

/**
 * Detects the delimiter and quote that split most lines into the same number of fields. The result is a single column only if no
 * delimiter does that for 80 % of the lines.
 */
export const sniffDialect = (text: string, complete: boolean): Dialect => {
  const tried = candidates.flatMap((delimiter) =>
    (['"', "'"] as const).map((quote) => {
      const lines = splitSample(text, { delimiter, quote }, complete).slice(0, 2000)
      const { width, share } = mostCommonWidth(lines.map((line) => line.length))
      const opened = text.includes(`${delimiter}${quote}`) || text.includes(`\n${quote}`) || text.startsWith(quote)
      return { delimiter, quote, width, share, opened }
    }),
  )
  const rank = candidates as readonly string[]
  const best = tried
    .filter(({ width, share }) => width > 1 && share >= 0.8)
    .sort(
      (a, b) =>
        b.share - a.share ||
        Number(b.opened) - Number(a.opened) ||
        b.width - a.width ||
        rank.indexOf(a.delimiter) - rank.indexOf(b.delimiter),
    )[0]
  const loose = tried.filter(({ width }) => width > 1).sort((a, b) => b.share - a.share)[0]
  const chosen = best ?? (loose && loose.share >= 0.5 ? loose : undefined)
  return { delimiter: chosen?.delimiter ?? ',', quote: chosen && !chosen.opened ? '"' : (chosen?.quote ?? '"') }
}

const isNumberLike = (text: string) => /^[-+]?[\d.,\s]*\d[\d.,\s%]*$/.test(text)
const isDateLike = (text: string) => /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text)
const isData = (text: string) => isNumberLike(text) || isDateLike(text) || /^(true|false)$/i.test(text)

/** The first line is a header if it has text above columns of data, or unique, non-empty texts above columns of text. */
export const sniffHeader = (records: string[][]): boolean => {
  const [first, ...rest] = records
  if (!first) return false
  if (first.some((name) => isData(name.trim()))) return false
  const sample = rest.slice(0, 200)
  const typed = first.some(
    (_name, i) => sample.length > 0 && sample.filter((record) => isData((record[i] ?? '').trim())).length > sample.length / 2,
  )
  const unique = new Set(first.map((name) => name.trim().toLowerCase())).size === first.length
  return typed || (unique && first.every((name) => name.trim() !== '')) || sample.length === 0
}

/** Numbers that reveal the decimal separator; `1,234` does not, because it could be a fraction or grouped. */
const decimalPatterns = {
  ',': [/^[-+]?\d*,\d+$/, /^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d*$/, /^[-+]?[1-9]\d{0,2}(\.\d{3}){2,}$/],
  '.': [/^[-+]?\d*\.\d+$/, /^[-+]?[1-9]\d{0,2}(,\d{3})+\.\d*$/, /^[-+]?[1-9]\d{0,2}(,\d{3}){2,}$/],
}
const ambiguousNumber = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/

/** Detects the decimal separator: a comma if more values are unambiguously written with it than with a point. */
export const sniffDecimal = (records: string[][]): '.' | ',' => {
  const count = countDecimals(records)
  return count(',') > count('.') ? ',' : '.'
}

const countDecimals = (records: string[][]) => {
  const values = records.slice(0, 1000).flatMap((record) => record.map((value) => value.trim()))
  const sure = values.filter((value) => !ambiguousNumber.test(value))
  return (decimal: '.' | ',') => sure.filter((value) => decimalPatterns[decimal].some((pattern) => pattern.test(value))).length
}

/** A whole number without separators; in a column with such numbers, `1.234` is not grouped. */
const ungrouped = /^[-+]?\d{4,}$/

/**
 * Indexes of columns whose numbers could be fractions or grouped, if nothing in the file reveals which.
 */
export const findAmbiguousDecimals = (records: string[][]): number[] => {
  const count = countDecimals(records)
  if (count('.') > 0 || count(',') > 0) return []
  const rows = records.slice(0, 1000)
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return Array.from({ length: width }, (_, i) => i).filter((i) => {
    const column = rows.map((row) => (row[i] ?? '').trim())
    return column.some((value) => ambiguousNumber.test(value)) && !column.some((value) => ungrouped.test(value))
  })
}

/** Unique, non-empty column names from a header; repeated names get `_2`, `_3`. */
export const columnNames = (header: string[] | null, width: number): string[] => {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, i) => {
    const base = header?.[i]?.replaceAll('\0', '').trim().replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed() || `column_${i + 1}`
    let name = base
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}`
    taken.add(name.toLowerCase())
    return name
  })
}
