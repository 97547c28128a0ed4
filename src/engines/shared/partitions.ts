import type { Partitions } from '../engine.ts'

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** Numbers by their size, other texts (dates among them) by their letters. */
const compare = (a: string, b: string): number => (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0)

/** The values of a list of SQL literals, `'a', 2`; null for anything else, such as MINVALUE. */
export const readLiterals = (list: string): string[] | null => {
  const found = [...list.matchAll(/\s*(?:'((?:[^']|'')*)'|(-?[\d.]+))\s*(?:,|$)/gy)]
  if (found.reduce((length, [whole]) => length + whole.length, 0) !== list.length) return null
  return found.map(([, text, number]) => text?.replaceAll("''", "'") ?? number ?? '')
}

/** Partitions by one column, whose newest one has the greatest of these values. */
export const latestOf = (column: string, values: readonly (string | null)[], isRange: boolean): Partitions => {
  const known = values.filter((value) => value !== null)
  const [first] = known
  const greatest = first === undefined ? null : known.reduce((best, value) => (compare(value, best) > 0 ? value : best), first)
  return { columns: [column], latest: greatest === null ? null : { [column]: greatest }, isRange }
}
