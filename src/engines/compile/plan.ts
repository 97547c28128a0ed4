import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import type {
  AdhocColumn,
  FilterClause,
  PostProcessingOperation,
  QueryColumn,
  QueryExtras,
  QueryMetric,
  QueryObject,
} from '#core/query/query-object.ts'
import { holidaysOf } from '#core/time/holidays.ts'
import { resolveTimeRange, type TimeRange } from '#core/time/time-range.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { isAdhocColumn, isAdhocMetric } from './write/columns.ts'
import { findDatasetColumn, timeColumns, verboseNames, type Dataset } from './dataset.ts'
import { requireForms } from './forms.ts'

export const TIMESTAMP = '__timestamp'

/** Settings of the site that a query is completed from. */
export type QuerySettings = {
  rowLimit: number
  samplesRowLimit: number
  sqlMaxRow: number
  /** Zone of relative times and of times without one. */
  timezone: string
  /** Naive epoch ms on the clock of that zone. */
  now: number
  /** What relative time ranges count from and to, unless the query says otherwise: `today` (by default) or `now`. */
  relativeStart?: string
  relativeEnd?: string
}

/** A query object with its old names resolved, its defaults filled in and its time range found. */
export type Plan = {
  columns: QueryColumn[]
  /** Null means raw records; a list, even an empty one, groups. */
  metrics: QueryMetric[] | null
  granularity: string | null
  range: TimeRange
  rangeOf(filter: FilterClause): TimeRange
  filters: FilterClause[]
  extras: QueryExtras
  where: string
  having: string
  isTimeseries: boolean
  orderby: [QueryColumn | QueryMetric, boolean][]
  orderDesc: boolean
  seriesColumns: QueryColumn[]
  seriesLimit: number
  seriesLimitMetric: QueryMetric | null
  groupOthers: boolean
  /** Null: no limit. */
  rowLimit: number | null
  rowOffset: number
  isRowcount: boolean
  applyPredicate: boolean
  timeOffsets: string[]
  timeShift: string | null
  operations: PostProcessingOperation[]
  appliedTimeExtras: Record<string, string>
}

export type PlanInput = {
  query: QueryObject
  dataset: Dataset
  settings: QuerySettings
  /** The form's x axis, when it names a column. */ xAxis?: unknown
}

export const isTemporalRange = (filter: FilterClause) => filter.op.toUpperCase() === 'TEMPORAL_RANGE'

const capped = (limit: number | null | undefined, settings: QuerySettings, fallback: number): number =>
  Math.min(Math.trunc(limit || 0) || fallback, settings.sqlMaxRow)

/** The metric that a saved one's old form `{label}` names. */
const metricForm = (metric: QueryMetric): QueryMetric =>
  typeof metric === 'object' && !isAdhocMetric(metric) ? (metric.label ?? '') : metric

export const planQuery = ({ query, dataset, settings, xAxis }: PlanInput): Plan => {
  requireForms(query)
  const extras = query.extras ?? {}
  const timeShift = query.time_shift || null
  const resolve = (text: string) =>
    resolveTimeRange(text, {
      now: settings.now,
      holidays: holidaysOf,
      relativeStart: extras.relative_start ?? settings.relativeStart ?? 'today',
      relativeEnd: extras.relative_end ?? settings.relativeEnd ?? 'today',
      ...(timeShift && { timeShift }),
    })
  const asked = [...(query.groupby?.length ? query.groupby : (query.columns ?? []))]
  const isTimeseries = query.is_timeseries ?? asked.includes(TIMESTAMP)
  const columns = asked.filter((column) => column !== TIMESTAMP)
  const metrics = query.metrics?.map(metricForm) ?? null
  const filters = (query.filters ?? []).map((f) => (query.time_range && isTemporalRange(f) ? { ...f, val: query.time_range } : f))
  const rangeText = query.time_range ?? rangeFilter(filters, columns)?.val
  const temporal = granularityOf({ query, dataset, columns, filters, xAxis })
  return {
    columns: temporal.columns,
    metrics,
    granularity: temporal.granularity,
    range: typeof rangeText === 'string' ? resolve(rangeText) : { since: null, until: null },
    rangeOf: (filter) => resolve(rangeTextOf(filter)),
    filters: temporal.filters,
    extras,
    where: query.where || extras.where || '',
    having: query.having || extras.having || '',
    isTimeseries,
    orderby: (query.orderby ?? []) as Plan['orderby'],
    orderDesc: query.order_desc ?? true,
    seriesColumns: query.series_columns?.length ? query.series_columns : isTimeseries && metrics ? columns : [],
    seriesLimit: query.timeseries_limit || query.series_limit || 0,
    seriesLimitMetric: [query.timeseries_limit_metric, query.series_limit_metric].flatMap(asList<QueryMetric>)[0] ?? null,
    groupOthers: query.group_others_when_limit_reached ?? false,
    rowLimit: capped(query.row_limit, settings, settings.rowLimit),
    rowOffset: Math.trunc(query.row_offset ?? 0),
    isRowcount: query.is_rowcount ?? false,
    applyPredicate: query.apply_fetch_values_predicate ?? false,
    timeOffsets: [...new Set(query.time_offsets ?? [])],
    timeShift,
    operations: operationsOf(query, temporal.pivotIndex),
    appliedTimeExtras: query.applied_time_extras ?? {},
  }
}

/** The filter whose range is the query's: the one on the x axis, else the first. */
const rangeFilter = (filters: FilterClause[], columns: QueryColumn[]): FilterClause | undefined => {
  const axis = baseAxis(columns)?.label
  const ranged = filters.filter(isTemporalRange)
  return ranged.find((f) => f.col === axis) ?? ranged[0]
}

/** The ad-hoc column that is the x axis. */
export const baseAxis = (columns: QueryColumn[]): AdhocColumn | undefined =>
  columns.find((column): column is AdhocColumn => typeof column === 'object' && column.columnType === 'BASE_AXIS')

const rangeTextOf = (filter: FilterClause): string => {
  if (typeof filter.val === 'string') return filter.val
  throw new MessageError(400, t('A time range must be a text.'))
}

type Temporal = { granularity: string | null; columns: QueryColumn[]; filters: FilterClause[]; pivotIndex: string | null }

/**
 * With `granularity` the time filter comes from the query's own range: the filter that it replaces is dropped, and an x axis on another
 * time column moves to it. An unknown granularity, or one that is no time, means the main time column.
 */
const granularityOf = (given: {
  query: QueryObject
  dataset: Dataset
  columns: QueryColumn[]
  filters: FilterClause[]
  xAxis: unknown
}): Temporal => {
  const { query, dataset, columns, filters, xAxis } = given
  const wanted = query.granularity_sqla || query.granularity || null
  const times = timeColumns(dataset)
  const granularity = wanted === null || times.includes(wanted) ? wanted : dataset.main_dttm_col
  if (!wanted) return { granularity, columns, filters, pivotIndex: null }
  const without = (name: unknown) => filters.filter((f) => f.col !== name && !(isAdhoc(f.col) && f.col.sqlExpression === name))
  if (typeof xAxis === 'string' && times.includes(xAxis)) {
    const onAxis = (column: QueryColumn) => column === xAxis || (typeof column === 'object' && column.sqlExpression === xAxis)
    const moved = columns.map((column) => {
      if (!onAxis(column)) return column
      return typeof column === 'object' ? { ...column, sqlExpression: wanted, label: wanted } : wanted
    })
    return { granularity, columns: moved, filters: without(xAxis), pivotIndex: columns.some(onAxis) ? wanted : null }
  }
  const ranged = filters.filter(isTemporalRange).map((f) => (isAdhoc(f.col) ? f.col.sqlExpression : f.col))
  const dropped = ranged.includes(wanted) ? wanted : ranged[0]
  return { granularity, columns, filters: dropped === undefined ? filters : without(dropped), pivotIndex: null }
}

const isAdhoc = (column: QueryColumn) => isAdhocColumn(column)

const operationsOf = (query: QueryObject, pivotIndex: string | null): PostProcessingOperation[] =>
  (query.post_processing ?? []).flatMap((operation) => {
    if (!operation) return []
    return pivotIndex && operation.operation === 'pivot'
      ? [{ ...operation, options: { ...operation.options, index: [pivotIndex] } }]
      : [operation]
  })

const listed = (names: Iterable<string>) => [...names].map((name) => `"${name}"`).join(', ')

const sameColumn = (a: QueryColumn, b: QueryColumn): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Refuses labels that occur twice and series columns that are not among the columns.
 * @throws MessageError whose texts carry no `Error: `
 */
export const validatePlan = ({ columns, metrics, seriesColumns }: Plan, dataset: Dataset): void => {
  const verbose = verboseNames(dataset)
  const shown = (metrics ?? []).map((metric) => (typeof metric === 'string' ? (ownValue(verbose, metric) ?? metric) : metricLabel(metric)))
  const twice = duplicates([...shown, ...columns.map(columnLabel)])
  const hidden = twice.size ? twice : duplicates([...(metrics ?? []).map(metricLabel), ...columns.map(columnLabel)])
  if (hidden.size) {
    throw new MessageError(
      400,
      t('Duplicate column/metric labels: %(labels)s. Please make sure all columns and metrics have a unique label.', {
        labels: listed(hidden),
      }),
    )
  }
  const missing = seriesColumns.filter((column) => !columns.some((other) => sameColumn(column, other)))
  if (missing.length) {
    throw new MessageError(
      400,
      t('The following entries in `series_columns` are missing in `columns`: %(columns)s. ', { columns: listed(missing.map(columnLabel)) }),
    )
  }
}

const duplicates = (labels: string[]): Set<string> => new Set(labels.filter((label, i) => labels.indexOf(label) !== i))

/** Columns that the dataset does not have: names, ad-hoc columns without label or SQL, columns of simple metrics. */
export const missingColumns = ({ columns, metrics }: Plan, dataset: Dataset): QueryColumn[] => {
  const known = (name: string) => findDatasetColumn(dataset, name) !== undefined
  const ofMetrics = (metrics ?? []).flatMap((metric) =>
    typeof metric === 'object' && metric.expressionType === 'SIMPLE' && metric.column?.column_name ? [metric.column.column_name] : [],
  )
  return [...columns, ...ofMetrics].filter((column) => (typeof column === 'string' ? !known(column) : !isAdhocColumn(column)))
}
