import type { ErrorType } from '#core/errors.ts'
import type { Deny } from '#core/sql/deny.ts'
import type { ColumnType } from '#core/table.ts'

/** A value whose type is known, ready to be written as the engine's literal. Times are naive ISO text (`2020-01-31T00:00:00`), instants carry a zone. */
export type Literal =
  | { type: 'null' }
  | { type: 'string'; value: string }
  | { type: 'boolean'; value: boolean }
  /** Digits as text, so that 64-bit integers and decimals stay exact. */
  | { type: 'number'; value: string }
  | { type: 'date' | 'timestamp' | 'instant'; value: string }

/** What an engine cannot do or does differently: data for the compiler, never branches in it. */
export type Capabilities = {
  ilike: boolean
  /** Accepts NULLS FIRST and NULLS LAST. */
  nullsOrder: boolean
  /** Nulls come first when ascending and nothing is said; answers have them last then, and first when descending. */
  nullsSortFirst: boolean
  /** Reports the type of an expression, conditions above all; otherwise it follows from the dataset and the expression's text. */
  expressionTypes: boolean
  /** Rejects comparisons of a text with a number or a time; otherwise they are silently false. */
  strictTypes: boolean
  /** Rejects a column that is neither grouped by nor inside an aggregate; otherwise any row's value is used. */
  strictGroups: boolean
  /** Has a type for points in time; otherwise times are in the session's zone, and a zone in a text applies. */
  instants: boolean
  /** Truth values are small integers, and a column of them may hold others than 0 and 1. */
  numericTruths: boolean
  /** ORDER BY may name a select alias, and means it also where a source column has that name. */
  orderByAlias: boolean
  catalogs: boolean
  schemas: boolean
  /** A limit is only allowed after an ORDER BY. */
  limitNeedsOrder: boolean
}

export type ErrorPattern = {
  pattern: RegExp
  type: ErrorType
  /** `$1`-style references into the match. */ message: string
  extra?: string[]
}

/** One SQL dialect as a plain object; adding an engine is writing one of these and a `connect`. */
export type Dialect = {
  id: string
  /** Name of the dialect in the SQL parser. */
  parser: string
  capabilities: Capabilities
  /** Longest identifier in bytes; longer labels are mutated and mapped back. */
  maxIdentifier: number
  quote(identifier: string): string
  /** Columns may hold values of other types than theirs, times above all as texts of any format. */
  holdsAnyType?: true
  /** Whether a label is a valid name apart from its length; without it every label is. */
  holdsName?(label: string): boolean
  literal(value: Literal): string
  /** How templates write a time (`get_time_filter`), where that differs from the literal. */
  templateLiteral?(value: Literal): string
  /**
   * Time grain key (ISO 8601, `P1D`) → expression truncating `column`; a missing key means the engine has no such grain.
   * Some engines need to know that a column is a date.
   */
  grains: Record<string, (column: string, type?: ColumnType) => string>
  /** `epoch_s` and `epoch_ms` columns and python date formats → a time expression. */
  epochToTime(column: string, unit: 's' | 'ms'): string
  /** A text column in a python date format (`%Y-%m-%d`) → a time expression; absent when the engine cannot. */
  textToTime?(column: string, format: string): string
  /** A truth value is the text `true` or `false`: engines to which it is a number need its type. */
  castToText(expression: string, type?: ColumnType): string
  /** What column rules need, of a text: a digest that is equal for equal texts, and asterisks with its last four characters. */
  masks?: { hash?(text: string): string; lastFour(text: string): string }
  /** To the engine's time without zone. */
  castToTime(expression: string): string
  /** `IS TRUE` and `IS FALSE`, where the engine has no such words. */
  isTruth?(expression: string, truth: boolean): string
  /** What sorts nulls behind other values, where neither NULLS LAST nor a condition can be sorted by. */
  nullRank?(expression: string): string
  /** Case-insensitive LIKE where `ilike` is false. */
  ilike?(left: string, right: string): string
  /** A text in lower case, and whether it contains another, where that finds the same as ILIKE and is faster. */
  search?: { lower(text: string): string; contains(text: string, part: string): string }
  limit(limit: number | null, offset: number): string
  /** The engine's name of a column type → ours. */
  columnType(native: string): ColumnType
  errors: ErrorPattern[]
  /** What is refused in user SQL. */
  deny: Deny
}
