import { lexiconOf, type Lexicon } from '#core/sql/lexicon.ts'
import { replaceNames } from '#core/sql/references.ts'
import { readSimple } from '#core/sql/simple.ts'
import { UnclosedToken } from '#core/sql/lexer.ts'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import type { ColumnType } from '#core/table.ts'
import type { TimeRange } from '#core/time/time-range.ts'
import { t } from '#core/i18n/t.ts'
import type { Dialect } from '../dialect.ts'
import { findDatasetColumn, findDatasetMetric, type Dataset, type DatasetColumn } from './dataset.ts'
import { QueryError } from './query-error.ts'
import { noUses, type Uses } from './uses.ts'

/**
 * Where user SQL is: what it may hold, and how it is refused, depends on it. A column of raw records is a `column`, one that
 * groups or filters a `dimension`.
 */
export type Place =
  | 'where'
  | 'having'
  | 'column'
  | 'dimension'
  | 'metric'
  | 'orderby'
  | 'calculated'
  | 'saved-metric'
  | 'predicate'
  | 'dataset'

/** User SQL as it entered the statement, templates rendered: to be checked before the statement runs. */
export type Fragment = {
  place: Place
  text: string
  /** The text including surrounding white space and trailing semicolons. */
  written?: string
}

/** Turns a template into SQL; without templates, the identity. `range` is the time range of its statement. */
export type Render = (text: string, place: Place, range: TimeRange) => string

/** The state that all parts of one compilation share. */
export type Scope = {
  dataset: Dataset
  dialect: Dialect
  lexicon: Lexicon
  render: Render
  /** The time range of the statement that is being written. */
  range: TimeRange
  fragments: Fragment[]
  /** Types of SQL expressions as reported by the engine; null: unknown. */
  types: ReadonlyMap<string, ColumnType | null>
  /** Expressions whose type matters and is not in `types`: as they were given → as they are written. */
  untyped: Map<string, string>
  /** Rows of the dataset that were kept before and are read instead. */
  kept: KeptRows | null
  /** The conditions on rows of each statement. */
  conditions: Condition[][]
  /** What the statements use of their source. */
  uses: Uses
  /** What the statements read from: several where a template makes another text of each time range. */
  sources: Set<string>
}

/** A condition on rows, and what it uses of them. */
export type Condition = { sql: string; uses: Uses }

/** A table with those rows of a dataset for which the conditions hold. */
export type KeptRows = { table: string; conditions: ReadonlySet<string> }

export const scopeOf = (given: Pick<Scope, 'dataset' | 'dialect' | 'render' | 'range' | 'types' | 'kept'>): Scope => ({
  ...given,
  conditions: [],
  sources: new Set(),
  lexicon: lexiconOf(given.dialect.parser),
  fragments: [],
  untyped: new Map(),
  uses: noUses(),
})

/** What `write` makes, with what it uses for itself. */
export const withOwnUses = <T>(scope: Scope, write: (scope: Scope) => T): { made: T; uses: Uses } => {
  const uses = noUses()
  return { made: write({ ...scope, uses }), uses }
}

/** SQL without surrounding white space and trailing semicolons. */
export const bare = (sql: string): string => trimmedEnd(sql.trim(), /[\s;]/)

/** SQL in parentheses, safe from a trailing comment; a name, literal or call needs none. */
export const enclosed = (text: string, lexicon: Lexicon): string => {
  if (readSimple(text, lexicon)?.primary) return text
  return text.includes('--') || text.includes('#') ? `(${text}\n)` : `(${text})`
}

/**
 * A user expression as it may be in the statement. Names of calculated columns and saved metrics in it are replaced by what
 * they mean; `within` are those being replaced already.
 */
export const userSql = (scope: Scope, source: string, place: Place, within: readonly string[] = []): string => {
  const written = scope.render(source, place, scope.range)
  const text = bare(written)
  if (!text) throw new QueryError(t('An SQL expression is empty.'))
  scope.fragments.push({ place, text, written })
  const piece = { text, replaced: new Set<string>() }
  scope.uses.pieces.push(piece)
  return enclosed(withMeanings(scope, piece, within), scope.lexicon)
}

const withMeanings = (scope: Scope, { text, replaced }: Uses['pieces'][number], within: readonly string[]): string => {
  const { dataset } = scope
  if (!dataset.columns.some((c) => c.expression) && !within.length && dataset.metrics.length < 2) return text
  try {
    return replaceNames(text, scope.lexicon, (name, quoted) => {
      const written = meaning(scope, { name, quoted, within })
      if (written !== null) replaced.add(name.toLowerCase())
      return written
    })
  } catch (error) {
    if (error instanceof UnclosedToken) return text
    throw error
  }
}

const named = <T>(items: T[], nameOf: (item: T) => string, { name, quoted }: { name: string; quoted: boolean }): T | undefined =>
  items.find((item) => nameOf(item) === name) ??
  (quoted ? undefined : items.find((item) => nameOf(item).toLowerCase() === name.toLowerCase()))

type Reference = { name: string; quoted: boolean; within: readonly string[] }

/** A name that refers to itself is the source's column of that name; longer cycles are errors. */
const meaning = (scope: Scope, reference: Reference): string | null => {
  const { within } = reference
  const column = named(scope.dataset.columns, (c) => c.column_name, reference)
  if (column && !column.expression) return null
  const metric = column ? undefined : named(scope.dataset.metrics, (m) => m.metric_name, reference)
  const found = column?.column_name ?? metric?.metric_name
  if (found === undefined || within.at(-1) === found) return null
  if (within.includes(found)) {
    throw new QueryError(t('The expressions refer to each other in a circle: %(names)s', { names: [...within, found].join(' → ') }))
  }
  return column
    ? userSql(scope, column.expression ?? '', 'calculated', [...within, found])
    : userSql(scope, metric?.expression ?? '', 'saved-metric', [...within, found])
}

/** A dataset's column, calculated or not. */
export const columnSql = (scope: Scope, column: DatasetColumn): string => {
  if (column.expression) return userSql(scope, column.expression, 'calculated', [column.column_name])
  scope.uses.columns.add(column.column_name)
  return scope.dialect.quote(column.column_name)
}

/** An unknown name. */
export const unknownColumnSql = (scope: Scope, name: string): string => {
  scope.uses.hasUnknown = true
  return scope.dialect.quote(name)
}

export const savedMetricSql = (scope: Scope, name: string): string => {
  const metric = findDatasetMetric(scope.dataset, name)
  if (!metric) throw new QueryError(t("Metric '%(name)s' does not exist", { name }))
  return userSql(scope, metric.expression, 'saved-metric', [name])
}

export const typeOf = (scope: Scope, column: DatasetColumn): ColumnType | null =>
  column.type === null ? null : scope.dialect.columnType(column.type)

/** The type of a user expression, `text` as it was given and `sql` as it is written: plain from its text, or known from the engine. */
export const expressionType = (scope: Scope, text: string, sql: string): ColumnType | null => {
  const cast = readSimple(sql, scope.lexicon)?.castTo
  if (cast) return scope.dialect.columnType(cast)
  const known = scope.types.get(text)
  if (known === undefined) scope.untyped.set(text, sql)
  return known ?? null
}

export const isTimeType = (type: ColumnType | null): boolean => type === 'date' || type === 'timestamp' || type === 'instant'

export const datasetColumn = (scope: Scope, name: string): DatasetColumn | undefined => findDatasetColumn(scope.dataset, name)
