import { ownValue } from '#core/encoding/own-keys.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { PostProcessingOperation, QueryColumn } from '#core/query/query-object.ts'
import { timeColumnTitle } from '#core/query/x-axis.ts'
import type { TimeRange } from '#core/time/time-range.ts'
import { genericType, type ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import type { OffsetStatement } from '../host/protocol.ts'
import { isAdhocColumn, isAdhocMetric } from './write/columns.ts'
import { findDatasetMetric, timeColumns, verboseNames, type Dataset } from './dataset.ts'
import type { RejectedFilter } from './write/filters.ts'
import type { TimeMoves } from './offsets/move-times.ts'
import { offsetStatements } from './offsets/offsets.ts'
import { outputTypes, type OutputTypes } from './write/output-types.ts'
import { missingColumns, TIMESTAMP, type Plan, type QuerySettings } from './plan.ts'
import { datasetColumn, scopeOf, typeOf, type Condition, type Fragment, type KeptRows, type Render, type Scope } from './scope.ts'
import { sourceName, statementOf, type Viewer } from './statement-of.ts'
import { usedColumns, type Uses } from './uses.ts'

export type CompileInput = {
  /** From `planQuery`, adapted to the result type. */
  plan: Plan
  dataset: Dataset
  dialect: Dialect
  settings: QuerySettings
  viewer: Viewer
  render: Render
  /** Types of SQL expressions as the engine described them; see `untyped` of the answer. */
  types?: ReadonlyMap<string, ColumnType | null>
  /** Read instead of the dataset's source. */
  kept?: KeptRows
}

/** `columns`: of the source, that the condition is about; null when that is not sure. */
export type SharedCondition = { sql: string; columns: string[] | null }

export type Filters = { applied: string[]; rejected: RejectedFilter[] }

/** A query object as SQL, with everything that the host and the answer need to know of it. */
export type Compiled = {
  sql: string
  labels: Record<string, string>
  /** Types of outputs that the engine does not report. */
  types: OutputTypes
  offsets: OffsetStatement[]
  operations: PostProcessingOperation[]
  /** Labels of the metrics, shifted ones included. */
  measures: string[]
  /** Labels of the x axis and of the query's time column. */
  axes: string[]
  /** Generic types of outputs, for those that come back without a value. */
  hints: Record<string, 0 | 1 | 2 | 3>
  header: Record<string, string>
  /** The dataset's time columns: outputs with these names are times regardless of their values. */
  times: string[]
  /** The labels behind requested columns and metrics. */
  labelMap: Record<string, string[]>
  filters: Filters
  range: TimeRange
  /** Columns that the dataset does not have: the query can be shown, not run. */
  missing: QueryColumn[]
  fragments: Fragment[]
  /** Expressions whose type affects the SQL and must be determined by the engine (`SELECT <sql> FROM <source>`): as given → their SQL. */
  untyped: ReadonlyMap<string, string>
  /** The source's columns that its statements use; null when that is not sure. */
  columns: string[] | null
  from: string
  /** Whether all statements, those of time offsets included, read from there. */
  isOneSource: boolean
  /** Conditions that every row satisfies which the query reads, offsets included. */
  conditions: SharedCondition[]
  /** Time columns of the answer that move by the dataset's hours or the query's time shift. */
  moves: TimeMoves | null
  rowLimit: number | null
}

const generic = (scope: Scope, label: string): 0 | 1 | 2 | 3 | null => {
  const column = datasetColumn(scope, label)
  if (!column) return null
  if (column.is_dttm) return 2
  const type = typeOf(scope, column)
  return type === null ? null : genericType[type]
}

/** Saved metrics count or measure; what else is null throughout passes as text. */
const hintOf = (scope: Scope, label: string): 0 | 1 | 2 | 3 => generic(scope, label) ?? (findDatasetMetric(scope.dataset, label) ? 0 : 1)

const labelMapOf = (plan: Plan, dataset: Dataset): Record<string, string[]> => {
  const verbose = verboseNames(dataset)
  const ofColumn = (column: QueryColumn): [string, string[]] => [
    columnLabel(column),
    [typeof column === 'object' ? (column.sqlExpression ?? '') : column],
  ]
  const ofMetric = (metric: NonNullable<Plan['metrics']>[number]): [string, string[]] => {
    const label = metricLabel(metric)
    if (typeof metric === 'string') return [ownValue(verbose, metric) ?? metric, [metric]]
    return [label, [isAdhocMetric(metric) && metric.expressionType === 'SQL' ? (metric.sqlExpression ?? '') : label]]
  }
  return Object.fromEntries([...plan.columns.map(ofColumn), ...(plan.metrics ?? []).map(ofMetric)])
}

/** What became of the time settings that a dashboard or filter added. */
const timeExtraFilters = (extras: Record<string, string>, dataset: Dataset): Filters => {
  const times = timeColumns(dataset)
  const applied: string[] = []
  const rejected: RejectedFilter[] = []
  for (const key of ['__time_col', '__time_grain', '__time_range']) {
    const value = extras[key]
    if (!value) continue
    if (key === '__time_col' ? times.includes(value) : times.length > 0) applied.push(key)
    else rejected.push({ column: key, reason: key === '__time_col' ? 'not_in_datasource' : 'no_temporal_column' })
  }
  return { applied, rejected }
}

/** The time axis moves, and the column of the time range; other times are shown as they lie there. */
const movesOf = (plan: Plan, dataset: Dataset, labels: string[]): Compiled['moves'] => {
  if (!dataset.offset && !plan.timeShift) return null
  const axes = plan.columns.flatMap((column) => (isAdhocColumn(column) && column.columnType === 'BASE_AXIS' ? [columnLabel(column)] : []))
  const moving = timeColumns(dataset).filter((name) => axes.includes(name) || name === plan.granularity)
  const columns = labels.filter((label) => label === '__timestamp' || moving.includes(label))
  return columns.length ? { columns, hours: dataset.offset, shift: plan.timeShift } : null
}

const axesOf = ({ columns, granularity }: Plan): string[] =>
  columns.filter((column) => (typeof column === 'object' ? column.columnType === 'BASE_AXIS' : column === granularity)).map(columnLabel)

const commonTo = ([first = [], ...others]: Condition[][]): Condition[] =>
  first.filter(({ sql }) => others.every((list) => list.some((other) => other.sql === sql)))

/**
 * Compiles a planned query over a dataset to SQL of a dialect. Pure: it uses no engine, and the same input gives the same text.
 * @throws QueryError, MessageError, TimeError for a query that cannot be
 */
export const compileQuery = (input: CompileInput): Compiled => {
  const { plan, dataset, dialect, settings, viewer, render, types = new Map(), kept = null } = input
  const scope = scopeOf({ dataset, dialect, render, range: plan.range, types, kept })
  const { timezone } = settings
  const main = statementOf(scope, { plan, viewer, timezone })
  const offsets = offsetStatements(scope, { plan, main, viewer, timezone, rowLimit: settings.rowLimit })
  const labels = main.outputs.map(({ label }) => label)
  const extras = timeExtraFilters(plan.appliedTimeExtras, dataset)
  const outputs = main.outputs.map(({ name }) => name)
  const columnsOf = (uses: Uses) => usedColumns(uses, { dataset, source: sourceName(dataset), lexicon: scope.lexicon, outputs })
  return {
    sql: main.sql,
    labels: main.labels,
    types: plan.isRowcount ? {} : outputTypes(scope, plan, main.outputs),
    offsets,
    operations: plan.operations,
    axes: axesOf(plan),
    measures: [
      ...main.outputs.filter(({ kind }) => kind === 'metric').map(({ label }) => label),
      ...offsets.flatMap(({ rename }) => Object.values(rename)),
    ],
    hints: Object.fromEntries(labels.map((label) => [label, hintOf(scope, label)])),
    header: { [TIMESTAMP]: timeColumnTitle, ...verboseNames(dataset) },
    times: timeColumns(dataset),
    labelMap: labelMapOf(plan, dataset),
    filters: { applied: [...main.applied, ...extras.applied], rejected: [...main.rejected, ...extras.rejected] },
    range: plan.range,
    missing: missingColumns(plan, dataset),
    fragments: scope.fragments,
    untyped: scope.untyped,
    columns: columnsOf(scope.uses),
    from: main.from,
    isOneSource: scope.sources.size === 1,
    conditions: commonTo(scope.conditions).map(({ sql, uses }) => ({ sql, columns: columnsOf(uses) })),
    moves: movesOf(plan, dataset, labels),
    rowLimit: plan.rowLimit,
  }
}
