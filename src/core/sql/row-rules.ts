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

/** What is read of a table: null: it stays unchanged; closed: it may not be read, as a view whose rows cannot be limited from outside. */
export type TableRule = TableLimits | 'closed' | null

export type RowRules = {
  of(table: TableName): TableRule
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
export const inUnits = (text: string): ((characters: number) => number) => {
  if (!/[\ud800-\udfff]/.test(text)) return (characters) => characters
  const units = [0]
  for (const character of text) units.push((units.at(-1) ?? 0) + character.length)
  return (characters) => units[characters] ?? -1
}

const plainName = /^[a-z_][a-z0-9_]*$/

/** Checks that the name is where the parser reports it. */
export const writtenAt = (text: string, { start, end, table }: TablePlace, dialect: string): string | null => {
  const written = text.slice(start, end)
  const last = start < 0 ? undefined : tokenize(written, lexiconOf(dialect)).at(-1)
  return last && nameOf(last) === table ? written : null
}

type Source = {
  place: TablePlace
  /** Its name as it is written. */ written: string
  /** The sub-query that stands for it. */ rows: string
}

/** The tables of a text that have rules, the last one first. @throws UnruledTable */
const ruledSources = (text: string, places: readonly TablePlace[], { of, dialect }: RowRules): Source[] => {
  const units = inUnits(text)
  const ordered = places.map((place) => ({ ...place, start: units(place.start), end: units(place.end) })).sort((a, b) => b.start - a.start)
  return ordered.flatMap((place) => {
    const limits = of(place)
    if (!limits) return []
    const written = writtenAt(text, place, dialect)
    if (limits === 'closed' || written === null || !place.isPlain) throw new UnruledTable(place.table)
    const where = limits.conditions.map((condition) => asOperand(condition, dialect)).join(' AND ')
    return [{ place, written, rows: `(\n  SELECT ${limits.columns ?? '*'} FROM ${written}${where && ` WHERE ${where}`}\n)` }]
  })
}

/**
 * Replaces every table that has rules by a sub-query with the rows and columns that they leave, wherever it is used: joined, in a sub-query,
 * in a WITH. The table keeps its name or alias.
 * @throws UnruledTable
 */
export const withRowRules = (text: string, places: readonly TablePlace[], rules: RowRules): string => {
  let ruled = text
  for (const { place, written, rows } of ruledSources(text, places, rules)) {
    const name = plainName.test(place.table) ? rules.quote(place.table) : written.split('.').at(-1)
    ruled = `${ruled.slice(0, place.start)}${rows}${place.hasAlias ? '' : ` AS ${name}`}${ruled.slice(place.end)}`
  }
  return ruled
}

/** Statements that read each table with rules by itself, as the rules leave it. @throws UnruledTable */
export const readsOfRuled = (text: string, places: readonly TablePlace[], rules: RowRules): string[] => [
  ...new Set(ruledSources(text, places, rules).map(({ rows }) => `SELECT * FROM ${rows} AS ruled`)),
]
