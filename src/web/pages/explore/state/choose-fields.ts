import type { ColumnKind, DatasetFacts } from '#charts/control.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { AdhocMetric, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { dataKind, optionName } from '../../../controls/field/kind.ts'
import type { ColumnFacts } from '../../../controls/field/kind.ts'

/** What a look at the data tells: the span of times (epoch ms) and the number of different values per column. */
export type Glance = { span: Record<string, [from: number, to: number]>; distinct: Record<string, number>; rows: number | null }

export const noGlance: Glance = { span: {}, distinct: {}, rows: null }

/** What a choice of fields is made from. */
export type Source = { dataset: DatasetFacts | null; glance: Glance }

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
export const grainFor = (from: number, to: number, offered: readonly (string | null)[]): string => {
  const fitting = grains.filter(([grain]) => offered.length === 0 || offered.includes(grain))
  return (fitting.find(([, lasts]) => (to - from) / lasts <= 200) ?? fitting.at(-1) ?? ['P1D'])[0]
}

/** How many points a column has at a grain, or how many values; undefined where nobody has looked. */
export const countOfValues = (column: QueryColumn, grain: unknown, { glance }: Source): number | undefined => {
  const name = columnLabel(column)
  const span = glance.span[name]
  const lasts = grains.find(([one]) => one === grain)?.[1] ?? day
  return glance.distinct[name] ?? (span && Math.ceil((span[1] - span[0]) / lasts))
}

export const findColumn = (column: QueryColumn | null | undefined, dataset: DatasetFacts | null): ColumnFacts | undefined =>
  typeof column === 'string' ? dataset?.columns.find((candidate) => candidate.column_name === column) : undefined

export const isTimeColumn = (column: QueryColumn | null, dataset: DatasetFacts | null): boolean => {
  const found = findColumn(column, dataset)
  return found !== undefined && dataKind(found) === 'time'
}

/** Whether a control takes a column; nothing is known of an expression, so it passes. */
export const acceptsColumn = ({ columns: kind }: { columns?: ColumnKind }, column: QueryColumn, dataset: DatasetFacts | null): boolean => {
  const found = findColumn(column, dataset)
  if (!found || kind === undefined || kind === 'any') return true
  return dataKind(found) === (kind === 'temporal' ? 'time' : 'number')
}

/** Names of columns that number things rather than measure them. */
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

/** Numbers that measure something. */
export const measuresOf = (dataset: DatasetFacts): ColumnFacts[] =>
  dataset.columns.filter((column) => dataKind(column) === 'number' && !isIdentifier(column.column_name))

/** Adding up makes sense of amounts; of prices, rates and the like the mean does. */
const aggregateFor = (name: string): 'SUM' | 'AVG' =>
  /price|rate|ratio|percent|pct|avg|mean|score|temp|speed|age|height|weight|length|depth|size|delay|rating|index|fertility|expect/i.test(
    name,
  )
    ? 'AVG'
    : 'SUM'

export const countOf = (dataset: DatasetFacts): QueryMetric =>
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

/** Metrics worth drawing, the best first: saved ones that say more than a count, numbers of the data, the count. */
const metricsOf = (dataset: DatasetFacts): QueryMetric[] => [
  ...dataset.metrics.filter(({ expression }) => !/^\s*count\s*\(/i.test(expression)).map((metric) => metric.metric_name),
  ...measuresOf(dataset).map((column) => simpleMetric(column, aggregateFor(column.column_name))),
  countOf(dataset),
]

const measured = (metric: QueryMetric): string | undefined =>
  typeof metric === 'object' && metric.expressionType === 'SIMPLE' ? (metric.column?.column_name ?? undefined) : undefined

/** The best metric that says something new beside those that are used; the best of all where there is none. */
export const nextMetric = (dataset: DatasetFacts, used: QueryMetric[] = []): QueryMetric => {
  const labels = used.map(metricLabel)
  const columns = used.map(measured).filter((name) => name !== undefined)
  const isNew = (metric: QueryMetric) => !labels.includes(metricLabel(metric)) && !columns.includes(measured(metric) ?? '')
  const offered = metricsOf(dataset)
  return offered.find(isNew) ?? offered[0] ?? countOf(dataset)
}

const isGroup = (column: ColumnFacts) => (dataKind(column) === 'text' || dataKind(column) === 'boolean') && column.groupby !== false

/** The text column that divides the data best: few different values, but more than one. */
export const groupOf = ({ dataset, glance }: Source, most: number, used: readonly string[] = []): ColumnFacts | undefined => {
  const known = (dataset?.columns ?? [])
    .filter((column) => isGroup(column) && !isIdentifier(column.column_name) && !used.includes(column.column_name))
    .map((column) => ({ column, count: glance.distinct[column.column_name] }))
  const fitting = known.filter(({ count }) => count !== undefined && count > 1 && count <= most)
  return (
    fitting.toSorted((a, b) => (a.count ?? 0) - (b.count ?? 0))[0]?.column ??
    (most >= 20 ? known.find(({ count }) => count === undefined)?.column : undefined)
  )
}

export const timeOf = (dataset: DatasetFacts): ColumnFacts | undefined =>
  dataset.columns.find((column) => column.column_name === dataset.main_dttm_col) ??
  dataset.columns.find((column) => dataKind(column) === 'time')

/** A column for a place that must have one: a group of few values, else any text, else any column, new ones first. */
export const anyColumn = (source: Source, used: readonly string[] = []): ColumnFacts | undefined => {
  const columns = source.dataset?.columns ?? []
  const free = columns.filter((column) => !used.includes(column.column_name))
  return groupOf(source, 60, used) ?? free.find(isGroup) ?? free.find((column) => dataKind(column) !== 'time') ?? free[0] ?? columns[0]
}
