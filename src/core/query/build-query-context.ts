import { splitFilters } from './adhoc-filter.ts'
import type { AdhocFilter } from './adhoc-filter.ts'
import { extractExtras, override } from './extras.ts'
import { extractQueryFields } from './query-fields.ts'
import type { QueryFieldAliases } from './query-fields.ts'
import { datasourceTypes } from './query-object.ts'
import type {
  AnnotationLayer,
  DatasourceRef,
  DatasourceType,
  FilterClause,
  FormData,
  QueryContext,
  QueryMetric,
  QueryObject,
} from './query-object.ts'
import { asList, asNumber, asRecord } from './read.ts'
import { withBaseAxis } from './x-axis.ts'

const defined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null)) as T

/** A saved form may contain anything. */
const isFilter = (value: unknown): value is AdhocFilter => typeof value === 'object' && value !== null

/**
 * The query that form data asks for, before a chart refines it (reference/query-object.md §4).
 * `own` names the chart's own metric and column keys. Throws `Found invalid orderby options`.
 */
export const buildQueryObject = (form: FormData, own: QueryFieldAliases = {}): QueryObject => {
  const extra = asRecord(form['extra_form_data'])
  const { filters: legacyFilters, extras, ...time } = extractExtras(form)
  const adhoc = [...asList(form['adhoc_filters']), ...asList(extra['adhoc_filters'])].filter(isFilter)
  const split = splitFilters(adhoc, form['where'] as string | undefined)
  const query = defined({
    since: form['since'],
    until: form['until'],
    ...time,
    filters: [...legacyFilters, ...asList<FilterClause>(extra['filters']), ...split.filters],
    extras: { ...extras, where: split.where, having: split.having },
    ...extractQueryFields(form, own),
    annotation_layers: asList<AnnotationLayer>(form['annotation_layers']),
    row_limit: asNumber(form['row_limit']),
    row_offset: asNumber(form['row_offset']),
    series_columns: form['series_columns'] as QueryObject['series_columns'],
    series_limit: (form['series_limit'] ?? form['limit'] ?? 0) as number,
    series_limit_metric: (form['series_limit_metric'] ?? form['timeseries_limit_metric']) as QueryMetric | undefined,
    group_others_when_limit_reached: form['group_others_when_limit_reached'] as boolean | undefined,
    order_desc: (form['order_desc'] ?? true) as boolean,
    url_params: asRecord(form['url_params']) as Record<string, string>,
    custom_params: asRecord(form['custom_params']),
  })
  return { ...override(query, extra), custom_form_data: asRecord(extra['custom_form_data']) }
}

/** `3__table` → id and type; a uuid stays text. */
export const parseDatasource = (datasource: string): DatasourceRef & { type: DatasourceType } => {
  const [id = '', type] = datasource.split('__')
  return { id: /^\d+$/.test(id) ? Number(id) : id, type: datasourceTypes.find((known) => known === type) ?? 'table' }
}

export type BuildQuery = (form: FormData) => QueryObject[]

const finished = (form: FormData, query: QueryObject): QueryObject => {
  const marked = withBaseAxis(form, query)
  if (!marked.post_processing) return marked
  return { ...marked, post_processing: marked.post_processing.filter(Boolean) }
}

/** The body of a chart data request: the chart's queries with the x axis marked, and the settings of the request. */
export const buildQueryContext = (form: FormData, build: BuildQuery = (given) => [buildQueryObject(given)]): QueryContext => ({
  datasource: parseDatasource(form.datasource),
  force: Boolean(form['force']),
  queries: build(form).map((query) => finished(form, query)),
  form_data: form,
  result_format: (form['result_format'] || 'json') as QueryContext['result_format'],
  result_type: (form['result_type'] || 'full') as QueryContext['result_type'],
})
