import type { Principal } from '#core/access/principal.ts'
import { can } from '#core/access/can.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { pythonRepr } from '#core/encoding/python-text.ts'
import { asRecord } from '#core/query/read.ts'
import { timeRangeOf } from '#core/query/time-range-of.ts'
import type { AnnotationLayer, QueryContext, QueryObject } from '#core/query/query-object.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { annotationColumns, readLayerRecords } from '../annotation_layer/store.ts'
import { savedQueryContext } from './request/saved-chart.ts'

export type AnnotationInput = {
  query: QueryObject
  principal: Principal
  signal: AbortSignal
  /** Runs another query context for the same viewer; returns the JSON body. */
  runContext(context: QueryContext, signal: AbortSignal): Promise<Uint8Array>
}

/** The time range as a time filter of the query, where it has one. */
const withTimeFilter = (query: QueryObject, range: string): QueryObject => ({
  ...query,
  time_range: range,
  ...(query.filters && { filters: query.filters.map((filter) => (filter.op === 'TEMPORAL_RANGE' ? { ...filter, val: range } : filter)) }),
})

const withGrain = (query: QueryObject, grain: string): QueryObject => ({
  ...query,
  extras: { ...query.extras, time_grain_sqla: grain },
  ...(query.columns && {
    columns: query.columns.map((column) =>
      typeof column === 'object' && column.columnType === 'BASE_AXIS' && column.timeGrain ? { ...column, timeGrain: grain } : column,
    ),
  }),
})

/** Applies a layer's overrides to a query of its source chart; a null time range or grain means that of the annotated chart. */
const applyOverrides = (query: QueryObject, own: QueryObject, overrides: Record<string, unknown>): QueryObject => {
  const grain = 'time_grain_sqla' in overrides ? (overrides['time_grain_sqla'] ?? own.extras?.time_grain_sqla) : undefined
  const range = 'time_range' in overrides ? (overrides['time_range'] ?? timeRangeOf(own)) : undefined
  const ranged = typeof range === 'string' ? withTimeFilter(query, range) : query
  const grained = typeof grain === 'string' ? withGrain(ranged, grain) : ranged
  return {
    ...grained,
    annotation_layers: [],
    ...(typeof overrides['granularity'] === 'string' && { granularity: overrides['granularity'] }),
    ...(typeof overrides['time_shift'] === 'string' && { time_shift: overrides['time_shift'] }),
  }
}

const textOfId = (value: unknown): string => (typeof value === 'string' ? value : pythonRepr(value))

/** The query context of a layer's source chart. @throws QueryError for a chart that the viewer may not see */
const layerContext = async (
  ctx: Context,
  layer: AnnotationLayer,
  { query, principal }: Pick<AnnotationInput, 'query' | 'principal'>,
): Promise<QueryContext> => {
  const id = Number(layer.value)
  const subject = Number.isInteger(id) ? await subjectOf(ctx.db, 'chart', id) : null
  if (!subject || !can(principal, 'see', subject).allowed) {
    throw new QueryError(
      t(
        "Chart with ID %(id)s (referenced by\n                    annotation layer '%(name)s') was not found.\n                    Please verify that the chart exists and is accessible.",
        { id: textOfId(layer.value), name: layer.name },
      ),
    )
  }
  const saved = await savedQueryContext(ctx, id)
  const overrides = asRecord(layer['overrides'])
  return {
    ...saved,
    force: false,
    result_type: 'full',
    result_format: 'json',
    queries: saved.queries.map((each) => applyOverrides(each, query, overrides)),
  }
}

export type LayerData = { columns?: string[]; records: unknown[] }

const chartRecords = async (ctx: Context, layer: AnnotationLayer, input: AnnotationInput): Promise<LayerData> => {
  const bytes = await input.runContext(await layerContext(ctx, layer, input), input.signal)
  const { result } = JSON.parse(Buffer.from(bytes).toString()) as { result: { data?: unknown[] }[] }
  return { records: result[0]?.data ?? [] }
}

/** The stored annotations of a native layer. */
const nativeRecords = async (ctx: Context, layer: AnnotationLayer): Promise<LayerData> => {
  const id = Number(layer.value)
  const records = Number.isInteger(id) ? await readLayerRecords(ctx.db, id) : null
  if (!records) throw new QueryError(t('The annotation layer %(id)s does not exist', { id: textOfId(layer.value) }), { cause: notFound() })
  return { columns: [...annotationColumns], records }
}

/** Layers with data; formulas are computed by the chart. */
const dataLayers = (query: QueryObject): AnnotationLayer[] =>
  (query.annotation_layers ?? []).filter((layer) => layer.annotationType !== 'FORMULA')

/** The current sources of a query's layers: stored annotations, and the query contexts of other charts. */
export const readLayers = async (
  ctx: Context,
  input: Pick<AnnotationInput, 'query' | 'principal'>,
): Promise<{ events: unknown[]; contexts: QueryContext[] }> => {
  const events: unknown[] = []
  const contexts: QueryContext[] = []
  for (const layer of dataLayers(input.query)) {
    if (layer.sourceType === 'NATIVE') events.push((await nativeRecords(ctx, layer)).records)
    else contexts.push(await layerContext(ctx, layer, input))
  }
  return { events, contexts }
}

/** The data of a query's annotation layers, by layer name. */
export const readAnnotationData = async (ctx: Context, input: AnnotationInput): Promise<Record<string, LayerData>> => {
  const layers = dataLayers(input.query)
  const data: Record<string, LayerData> = {}
  for (const layer of layers) {
    data[layer.name] = layer.sourceType === 'NATIVE' ? await nativeRecords(ctx, layer) : await chartRecords(ctx, layer, input)
  }
  return data
}
