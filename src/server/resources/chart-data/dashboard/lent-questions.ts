import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import { splitFilters } from '#core/query/adhoc-filter.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../../../context.ts'
import { cachedUntilChange } from '../../../db/cached-until-change.ts'
import { chartIdsOf } from '../../dashboard/state.ts'
import { openingQueryContext, savedQueryContext } from '../request/saved-chart.ts'

/** What a chart or filter asks, as canonical text (`frozen`). */
export type Questions = {
  kind: 'chart' | 'filter'
  /** Its id. */
  item: string
  /** Columns and metrics that decide which values leave the dataset. */
  shown: ReadonlySet<string>
  /** Written conditions. */
  conditions: ReadonlySet<string>
  /** Filters as they are saved. */
  clauses: ReadonlySet<string>
  /** Annotation layers. */
  layers: ReadonlySet<string>
}

export type Lent = {
  questions: readonly Questions[]
  /** Columns by which any chart of the dashboard may be filtered: those of its filters, and those that its charts show. */
  filterable: ReadonlySet<string>
  /** Whether a filter lets the viewer choose the time column. */
  choosesTimeColumn: boolean
}

/** A value as canonical text, without the grain that a dashboard may give to an axis. */
export const frozen = (value: unknown): string =>
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

/** What decides which values leave the dataset. */
export const shownBy = (query: QueryObject): unknown[] => [
  ...dimensionsOf(query),
  ...(query.metrics ?? []),
  ...(query.orderby ?? []).map((item: unknown) => asList(item)[0]),
  ...[query.series_limit_metric, query.timeseries_limit_metric].filter(Boolean),
]

export const conditionsOf = (query: QueryObject): string[] =>
  [query.extras?.where, query.extras?.having, query.where, query.having].flatMap((text) => (text ? [String(text)] : []))

/** The names under which a dimension is filtered: itself, and the column that an axis stands for. */
const namesOf = (dimension: unknown): unknown[] => {
  const { columnType, sqlExpression } = asRecord(dimension)
  return columnType === 'BASE_AXIS' ? [dimension, sqlExpression] : [dimension]
}

const timeColumnsOf = (query: QueryObject): unknown[] => [
  ...[query.granularity, query.granularity_sqla].filter(Boolean),
  ...(query.filters ?? []).filter(({ op }) => op === 'TEMPORAL_RANGE').map(({ col }) => col),
]

const texts = (values: readonly unknown[]): Set<string> => new Set(values.map(frozen))

type Place = { chartId: number; dashboardId: number }

/** What a chart asks by itself and when its dashboard opens; one of them may not be there. */
const queriesOf = async (ctx: Pick<Context, 'db'>, { chartId, dashboardId }: Place): Promise<QueryObject[]> => {
  const contexts = await Promise.allSettled<QueryContext>([savedQueryContext(ctx, chartId), openingQueryContext(ctx, chartId, dashboardId)])
  return contexts.flatMap((context) => (context.status === 'fulfilled' ? context.value.queries : []))
}

const questionsOfChart = (chartId: number, queries: QueryObject[]): Questions => ({
  kind: 'chart',
  item: String(chartId),
  shown: texts(queries.flatMap(shownBy)),
  conditions: new Set(queries.flatMap(conditionsOf)),
  clauses: texts(queries.flatMap((query) => query.filters ?? [])),
  layers: texts(queries.flatMap((query) => query.annotation_layers ?? [])),
})

const columnsOfFilter = ({ targets }: NativeFilter): string[] => targets.flatMap(({ column }) => (column ? [column.name] : []))

const questionsOfFilter = (filter: NativeFilter): Questions => {
  const { filters, where, having } = splitFilters(filter.adhoc_filters)
  return {
    kind: 'filter',
    item: filter.id,
    shown: texts([...columnsOfFilter(filter), ...asList(filter.sortMetric)]),
    conditions: new Set(conditionsOf({ where, having })),
    clauses: texts(filters),
    layers: new Set(),
  }
}

/** Everything that the charts and filters of a dashboard ask. */
export const lentBy = cachedUntilChange(async (ctx: Pick<Context, 'db'>, dashboardId: number): Promise<Lent> => {
  const row = await ctx.db.selectFrom('dashboards').select('json_metadata').where('id', '=', dashboardId).executeTakeFirst()
  const filters = readFilters(readObject(row?.json_metadata ?? null)['native_filter_configuration']).filter(isFilter)
  const questions = filters.map(questionsOfFilter)
  const dimensions: unknown[] = filters.flatMap(columnsOfFilter)
  for (const chartId of await chartIdsOf(ctx.db, dashboardId)) {
    const queries = await queriesOf(ctx, { chartId, dashboardId })
    questions.push(questionsOfChart(chartId, queries))
    dimensions.push(...queries.flatMap((query) => [...dimensionsOf(query).flatMap(namesOf), ...timeColumnsOf(query)]))
  }
  return {
    questions,
    filterable: texts(dimensions),
    choosesTimeColumn: filters.some((filter) => filter.filterType === 'filter_timecolumn'),
  }
})
