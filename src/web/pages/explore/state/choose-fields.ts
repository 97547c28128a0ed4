import type { ColumnKind, DatasetFacts } from '#charts/control.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { AdhocMetric, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { dataKind, optionName } from '../../../controls/field/kind.ts'
import type { ColumnFacts } from '../../../controls/field/kind.ts'

/** Statistics of a dataset's columns: ranges of times (epoch ms) and numbers, distinct values, row count. */
export type ColumnStats = { span: Record<string, [from: number, to: number]>; distinct: Record<string, number>; rows: number | null }

export const noColumnStats: ColumnStats = { span: {}, distinct: {}, rows: null }

/** What the automatic choice of fields is based on. */
export type Source = { dataset: DatasetFacts | null; glance: ColumnStats }

const day = 86_400_000
const grains: [grain: string, lasts: number][] = [
  ['PT1M', 60_000],
  ['PT1H', 3_600_000],
  ['P1D', day],
  ['P1W', 7 * day],
  ['P1M', 30 * day],
  ['P3M', 91 * day],
  ['P1Y', 365 * day],
]

/** The finest grain that draws at most about 200 points and that the dataset offers. */
export const chooseGrain = (from: number, to: number, offered: readonly (string | null)[]): string => {
  const fitting = grains.filter(([grain]) => offered.length === 0 || offered.includes(grain))
  return (fitting.find(([, lasts]) => (to - from) / lasts <= 200) ?? fitting.at(-1) ?? ['P1D'])[0]
}

/** The number of distinct values of a column, or of its points at a grain; undefined if unknown. */
export const estimateValueCount = (column: QueryColumn, grain: unknown, { glance }: Source): number | undefined => {
  const name = columnLabel(column)
  const span = ownValue(glance.span, name)
  const lasts = grains.find(([one]) => one === grain)?.[1] ?? day
  return ownValue(glance.distinct, name) ?? (span && Math.ceil((span[1] - span[0]) / lasts))
}

export const findColumn = (column: QueryColumn | null | undefined, dataset: DatasetFacts | null): ColumnFacts | undefined =>
  typeof column === 'string' ? dataset?.columns.find((candidate) => candidate.column_name === column) : undefined

export const isTimeColumn = (column: QueryColumn | null, dataset: DatasetFacts | null): boolean => {
  const found = findColumn(column, dataset)
  return found !== undefined && dataKind(found) === 'time'
}

/** Whether a control accepts a column. Expressions are always accepted, since their type is unknown. */
export const acceptsColumn = ({ columns: kind }: { columns?: ColumnKind }, column: QueryColumn, dataset: DatasetFacts | null): boolean => {
  const found = findColumn(column, dataset)
  if (!found || kind === undefined || kind === 'any') return true
  return dataKind(found) === (kind === 'temporal' ? 'time' : 'number')
}

/** Whether a number column identifies things rather than measures them. */
const isIdentifier = (name: string) => /(^|[_ ])(id|key|uuid|code|zip|zipcode|year|month|day|lat|lon|latitude|longitude|index)$/i.test(name)

export const simpleMetric = (column: ColumnFacts, aggregate: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  column: { ...column },
  aggregate,
  sqlExpression: null,
  datasourceWarning: false,
  hasCustomLabel: false,
  label: `${aggregate}(${column.verbose_name || column.column_name})`,
  optionName: optionName('metric'),
})

/** Number columns that are no identifiers. */
export const findMeasures = (dataset: DatasetFacts): ColumnFacts[] =>
  dataset.columns.filter((column) => dataKind(column) === 'number' && !isIdentifier(column.column_name))

/** Amounts are summed; prices, rates and the like are averaged. */
const aggregateFor = (name: string): 'SUM' | 'AVG' =>
  /price|rate|ratio|percent|pct|avg|mean|score|temp|speed|age|height|weight|length|depth|size|delay|rating|index|fertility|expect/i.test(
    name,
  )
    ? 'AVG'
    : 'SUM'

export const countMetric = (dataset: DatasetFacts): QueryMetric =>
  dataset.metrics.find((metric) => metric.metric_name === 'count')?.metric_name ??
  dataset.metrics[0]?.metric_name ?? {
    expressionType: 'SQL',
    sqlExpression: 'COUNT(*)',
    column: null,
    aggregate: null,
    hasCustomLabel: false,
    label: 'COUNT(*)',
    optionName: optionName('metric'),
  }

/** Metrics, best first: saved ones other than counts, measures of the data, the count. */
const rankMetrics = (dataset: DatasetFacts): QueryMetric[] => [
  ...dataset.metrics.filter(({ expression }) => !/^\s*count\s*\(/i.test(expression)).map((metric) => metric.metric_name),
  ...findMeasures(dataset).map((column) => simpleMetric(column, aggregateFor(column.column_name))),
  countMetric(dataset),
]

const measured = (metric: QueryMetric): string | undefined =>
  typeof metric === 'object' && metric.expressionType === 'SIMPLE' ? (metric.column?.column_name ?? undefined) : undefined

/** The best metric that is not yet used, or the best of all if every metric is used. */
export const chooseMetric = (dataset: DatasetFacts, used: QueryMetric[] = []): QueryMetric => {
  const labels = used.map(metricLabel)
  const columns = used.map(measured).filter((name) => name !== undefined)
  const isNew = (metric: QueryMetric) => !labels.includes(metricLabel(metric)) && !columns.includes(measured(metric) ?? '')
  const offered = rankMetrics(dataset)
  return offered.find(isNew) ?? offered[0] ?? countMetric(dataset)
}

const isGroup = (column: ColumnFacts) => (dataKind(column) === 'text' || dataKind(column) === 'boolean') && column.groupby !== false

/** The best text column to group by: few distinct values, but more than one. */
export const chooseGroupColumn = (
  { dataset, glance }: Source,
  maxValues: number,
  used: readonly string[] = [],
): ColumnFacts | undefined => {
  const known = (dataset?.columns ?? [])
    .filter((column) => isGroup(column) && !isIdentifier(column.column_name) && !used.includes(column.column_name))
    .map((column) => ({ column, count: ownValue(glance.distinct, column.column_name) }))
  const fitting = known.filter(({ count }) => count !== undefined && count > 1 && count <= maxValues)
  return (
    fitting.toSorted((a, b) => (a.count ?? 0) - (b.count ?? 0))[0]?.column ??
    (maxValues >= 20 ? known.find(({ count }) => count === undefined)?.column : undefined)
  )
}

export const findTimeColumn = (dataset: DatasetFacts): ColumnFacts | undefined =>
  dataset.columns.find((column) => column.column_name === dataset.main_dttm_col) ??
  dataset.columns.find((column) => dataKind(column) === 'time')

/** A column for a required control: a group of few values, else any text, else any column, unused ones first. */
export const chooseAnyColumn = (source: Source, used: readonly string[] = []): ColumnFacts | undefined => {
  const columns = source.dataset?.columns ?? []
  const free = columns.filter((column) => !used.includes(column.column_name))
  return (
    chooseGroupColumn(source, 60, used) ?? free.find(isGroup) ?? free.find((column) => dataKind(column) !== 'time') ?? free[0] ?? columns[0]
  )
}
