import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import { splitFilters } from '#core/query/adhoc-filter.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../../../context.ts'
import { cachedUntilChange } from '../../../db/cached-until-change.ts'
import { chartIdsOf } from '../../dashboard/state.ts'
import { openingQueryContext, savedQueryContext } from '../request/saved-chart.ts'

/** What a chart or filter of a dashboard queries, as canonical texts. */
export type LentQuery = {
  kind: 'chart' | 'filter'
  /** The id of the chart or filter. */
  item: string
  /** Columns, metrics and sort expressions, which determine what data is exposed. */
  shown: ReadonlySet<string>
  /** Custom SQL conditions. */
  conditions: ReadonlySet<string>
  /** Saved filters. */
  clauses: ReadonlySet<string>
  /** Annotation layers. */
  layers: ReadonlySet<string>
}

export type Lent = {
  queries: readonly LentQuery[]
  /** Columns that any chart of the dashboard may be filtered by: those of the filters and those that charts show. */
  filterable: ReadonlySet<string>
  /** Whether a filter lets the viewer choose the time column. */
  choosesTimeColumn: boolean
  /** By dataset: the columns that its charts and filters show, if a filter lets the viewer group tables by columns of it. */
  groupable: ReadonlyMap<number, ReadonlySet<string>>
  /** The filters whose choices are columns. */
  columnFilters: ReadonlyMap<string, 'filter_timecolumn' | 'filter_groupby'>
}

/** A canonical text of a value, ignoring the time grain of an axis, which a dashboard may change. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (key, item: unknown) => {
    if (key === 'timeGrain' || key === 'optionName') return undefined
    return typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof item === 'bigint'
        ? String(item)
        : item
  })

const dimensionsOf = (query: QueryObject): unknown[] => [
  ...(query.columns ?? []),
  ...(query.groupby ?? []),
  ...(query.series_columns ?? []),
]

/** The parts of a query that determine what data it exposes. */
export const shownValues = (query: QueryObject): unknown[] => [
  ...dimensionsOf(query),
  ...(query.metrics ?? []),
  ...(query.orderby ?? []).map((item: unknown) => asList(item)[0]),
  ...[query.series_limit_metric, query.timeseries_limit_metric].flatMap(asList),
]

export const conditionsOf = (query: QueryObject): string[] =>
  [query.extras?.where, query.extras?.having, query.where, query.having].flatMap((text) => (text ? [String(text)] : []))

/** The columns by which a dimension is filtered: itself, and the column of an axis. */
const namesOf = (dimension: unknown): unknown[] => {
  const { columnType, sqlExpression } = asRecord(dimension)
  return columnType === 'BASE_AXIS' ? [dimension, sqlExpression] : [dimension]
}

const timeColumnsOf = (query: QueryObject): unknown[] => [
  ...[query.granularity, query.granularity_sqla].filter(Boolean),
  ...(query.filters ?? []).filter(({ op }) => op === 'TEMPORAL_RANGE').map(({ col }) => col),
]

const canonicalTexts = (values: readonly unknown[]): Set<string> => new Set(values.map(canonicalText))

type Place = { chartId: number; dashboardId: number }

/** The requests of a chart, as saved and as sent when the dashboard opens; either may be missing. */
const contextsOf = async (ctx: Pick<Context, 'db'>, { chartId, dashboardId }: Place): Promise<QueryContext[]> => {
  const contexts = await Promise.allSettled<QueryContext>([savedQueryContext(ctx, chartId), openingQueryContext(ctx, chartId, dashboardId)])
  return contexts.flatMap((context) => (context.status === 'fulfilled' ? [context.value] : []))
}

const lentQueryOfChart = (chartId: number, queries: QueryObject[]): LentQuery => ({
  kind: 'chart',
  item: String(chartId),
  shown: canonicalTexts(queries.flatMap(shownValues)),
  conditions: new Set(queries.flatMap(conditionsOf)),
  clauses: canonicalTexts(queries.flatMap((query) => query.filters ?? [])),
  layers: canonicalTexts(queries.flatMap((query) => query.annotation_layers ?? [])),
})

/** The queries of one chart by itself, and the time columns that they name. */
export const lentByChart = cachedUntilChange(async (ctx: Pick<Context, 'db'>, chartId: number) => {
  const queries = (await contextsOf(ctx, { chartId, dashboardId: noDashboard })).flatMap((context) => context.queries)
  return { own: lentQueryOfChart(chartId, queries), times: canonicalTexts(queries.flatMap(timeColumnsOf)) }
})

const noDashboard = 0

const columnsOfFilter = ({ targets }: NativeFilter): string[] => targets.flatMap(({ column }) => (column ? [column.name] : []))

const lentQueryOfFilter = (filter: NativeFilter): LentQuery => {
  const { filters, where, having } = splitFilters(filter.adhoc_filters)
  return {
    kind: 'filter',
    item: filter.id,
    shown: canonicalTexts([...columnsOfFilter(filter), ...asList(filter.sortMetric)]),
    conditions: new Set(conditionsOf({ where, having })),
    clauses: canonicalTexts(filters),
    layers: new Set(),
  }
}

const columnFiltersOf = (filters: readonly NativeFilter[]): Lent['columnFilters'] =>
  new Map(
    filters.flatMap(({ id, filterType }) =>
      filterType === 'filter_timecolumn' || filterType === 'filter_groupby' ? [[id, filterType] as const] : [],
    ),
  )

/** The columns by which a filter lets people group tables: no more than what the dashboard shows of the dataset. */
const groupableOf = (filters: readonly NativeFilter[], contexts: readonly QueryContext[]): Lent['groupable'] => {
  const targets = filters.flatMap((filter) => filter.targets.map((target) => ({ ...target, filterType: filter.filterType })))
  const chosen = targets.flatMap(({ datasetId, filterType }) => (filterType === 'filter_groupby' && datasetId ? [datasetId] : []))
  const shownOf = (dataset: number): unknown[] => [
    ...targets.flatMap(({ datasetId, column }) => (datasetId === dataset && column ? [column.name] : [])),
    ...contexts
      .filter(({ datasource }) => datasource.id === dataset)
      .flatMap(({ queries }) => queries.flatMap(dimensionsOf).flatMap(namesOf)),
  ]
  return new Map(chosen.map((dataset) => [dataset, new Set(shownOf(dataset).filter((name) => typeof name === 'string'))]))
}

/** All queries of the charts and filters of a dashboard. */
export const lentByDashboard = cachedUntilChange(async (ctx: Pick<Context, 'db'>, dashboardId: number): Promise<Lent> => {
  const row = await ctx.db.selectFrom('dashboards').select('json_metadata').where('id', '=', dashboardId).executeTakeFirst()
  const filters = readFilters(readObject(row?.json_metadata ?? null)['native_filter_configuration']).filter(isFilter)
  const lentQueries = filters.map(lentQueryOfFilter)
  const dimensions: unknown[] = filters.flatMap(columnsOfFilter)
  const all: QueryContext[] = []
  for (const chartId of await chartIdsOf(ctx.db, dashboardId)) {
    const contexts = await contextsOf(ctx, { chartId, dashboardId })
    const queries = contexts.flatMap((context) => context.queries)
    all.push(...contexts)
    lentQueries.push(lentQueryOfChart(chartId, queries))
    dimensions.push(...queries.flatMap((query) => [...dimensionsOf(query).flatMap(namesOf), ...timeColumnsOf(query)]))
  }
  return {
    queries: lentQueries,
    filterable: canonicalTexts(dimensions),
    choosesTimeColumn: filters.some((filter) => filter.filterType === 'filter_timecolumn'),
    groupable: groupableOf(filters, all),
    columnFilters: columnFiltersOf(filters),
  }
})
