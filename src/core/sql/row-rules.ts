import type { TableName, TablePlace } from './inspect.ts'
import { nameOf, tokenize } from './lexer.ts'
import { lexiconOf } from './lexicon.ts'

/** A table reference whose rows cannot be restricted by rules. */
export class UnruledTable extends Error {
  readonly table: string
  constructor(table: string) {
    super(`rows of ${table} cannot be limited here`)
    this.table = table
  }
}

/** What somebody may read of a table. */
export type TableLimits = {
  /** Conditions on its rows. */
  conditions: readonly string[]
  /** The select list of its columns; null: all as they are. */
  columns: string | null
}

export type RowRules = {
  /** Null for a table that stays unchanged. */
  of(table: TableName): TableLimits | null
  quote(name: string): string
  dialect: string
}

/** Operators that bind tighter than AND. */
const tight = new Set(['=', '<', '>', '<=', '>=', '<>', '!='])
const loose = new Set(['or', 'xor', 'union', 'intersect', 'except', 'between'])

/** A condition as one side of AND. */
const asOperand = (condition: string, dialect: string): string => {
  const isTight = tokenize(condition, lexiconOf(dialect)).every(({ kind, text }) =>
    kind === 'operator' ? tight.has(text) : kind === 'word' ? !loose.has(text.toLowerCase()) : kind !== 'comment' && kind !== 'semicolon',
  )
  return isTight ? condition : `(${condition}\n)`
}

/** The parser counts characters, a string counts some of them twice. */
const inUnits = (text: string): ((characters: number) => number) => {
  if (!/[\ud800-\udfff]/.test(text)) return (characters) => characters
  const units = [0]
  for (const character of text) units.push((units.at(-1) ?? 0) + character.length)
  return (characters) => units[characters] ?? -1
}

const plainName = /^[a-z_][a-z0-9_]*$/

/** Checks that the name is where the parser reports it. */
const writtenAt = (text: string, { start, end, table }: TablePlace, dialect: string): string | null => {
  const written = text.slice(start, end)
  const last = start < 0 ? undefined : tokenize(written, lexiconOf(dialect)).at(-1)
  return last && nameOf(last) === table ? written : null
}

/**
 * Replaces every table that has rules by a sub-query with the rows and columns that they leave, wherever it is used: joined, in a sub-query,
 * in a WITH. The table keeps its name or alias.
 * @throws UnruledTable
 */
export const withRowRules = (text: string, places: readonly TablePlace[], { of, quote, dialect }: RowRules): string => {
  let ruled = text
  const units = inUnits(text)
  const ordered = places.map((place) => ({ ...place, start: units(place.start), end: units(place.end) })).sort((a, b) => b.start - a.start)
  for (const place of ordered) {
    const limits = of(place)
    if (!limits) continue
    const written = writtenAt(text, place, dialect)
    if (written === null || !place.isPlain) throw new UnruledTable(place.table)
    const name = plainName.test(place.table) ? quote(place.table) : written.split('.').at(-1)
    const where = limits.conditions.map((condition) => asOperand(condition, dialect)).join(' AND ')
    const rows = `(\n  SELECT ${limits.columns ?? '*'} FROM ${written}${where && ` WHERE ${where}`}\n)`
    ruled = `${ruled.slice(0, place.start)}${rows}${place.hasAlias ? '' : ` AS ${name}`}${ruled.slice(place.end)}`
  }
  return ruled
}
