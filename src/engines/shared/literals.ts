import type { Dialect, Literal } from '../dialect.ts'
import { dateText, instantText, numberText, standardString, timestampText } from './sql-text.ts'

type Writers = { boolean(value: boolean): string } & Record<Exclude<Literal['type'], 'null' | 'boolean'>, (value: string) => string>

const usual: Writers = {
  string: standardString,
  boolean: (value) => (value ? 'TRUE' : 'FALSE'),
  number: numberText,
  date: (value) => `DATE '${dateText(value)}'`,
  timestamp: (value) => `TIMESTAMP '${timestampText(value)}'`,
  instant: (value) => `TIMESTAMPTZ '${instantText(value)}'`,
}

/** How an engine writes literals: as most do, but for those that it has its own way for. */
export const literals = (own: Partial<Writers> = {}): Dialect['literal'] => {
  const writers = { ...usual, ...own }
  return (literal) => {
    if (literal.type === 'null') return 'NULL'
    return literal.type === 'boolean' ? writers.boolean(literal.value) : writers[literal.type](literal.value)
  }
}
