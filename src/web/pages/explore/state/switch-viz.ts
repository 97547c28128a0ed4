import type { Chart, DatasetFacts } from '#charts/chart.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import { completeForm, controlsOf } from './form.ts'

/** What was collected from the charts visited so far: measures, dimensions and the axis that the next one may take. */
export type Pool = {
  metrics: QueryMetric[]
  columns: QueryColumn[]
  axis: QueryColumn | null
  /** The last values of what every chart shares, also of those that have no place for it. */
  shared: Record<string, unknown>
}
export type Memory = { pool: Pool; visited: Record<string, FormData> }

export const emptyMemory: Memory = { pool: { metrics: [], columns: [], axis: null, shared: {} }, visited: {} }

const metricKeys = ['metrics', 'metric', 'metric_2', 'size', 'x', 'y', 'secondary_metric']
const columnKeys = ['groupby', 'columns', 'groupbyColumns', 'groupbyRows', 'entity', 'series', 'series_columns']

/** Shared by every chart that has them: they keep their value as it stands now. */
const publicKeys = [
  'granularity_sqla',
  'time_grain_sqla',
  'time_range',
  'adhoc_filters',
  'limit',
  'timeseries_limit_metric',
  'series_limit_metric',
  'order_desc',
  'row_limit',
  'color_scheme',
  'rolling_type',
  'rolling_periods',
  'min_periods',
  'time_compare',
  'comparison_type',
  'resample_rule',
  'resample_method',
]
/** They say which chart this is, whatever its type. */
const identity = ['datasource', 'slice_id', 'url_params', 'granularity_sqla', 'time_range']

const isMetric = (value: unknown): value is QueryMetric =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null && 'expressionType' in value)
const isColumn = (value: unknown): value is QueryColumn =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null && 'sqlExpression' in value)

const collect = (form: FormData, before: Pool): Pool => ({
  metrics: uniqueByLabel([...metricKeys.flatMap((key) => asList(form[key]).filter(isMetric)), ...before.metrics], metricLabel),
  columns: uniqueByLabel([...columnKeys.flatMap((key) => asList(form[key]).filter(isColumn)), ...before.columns], columnLabel),
  axis: isColumn(form['x_axis']) ? form['x_axis'] : before.axis,
  shared: { ...before.shared, ...Object.fromEntries(publicKeys.filter((key) => form[key] !== undefined).map((key) => [key, form[key]])) },
})

/** Gives the axis to a chart that has one, else to the dimensions of one that would have none, or that shows them all. */
const placeAxis = (pool: Pool, chart: Chart): { axis: QueryColumn | null; columns: QueryColumn[]; rest: QueryColumn | null } => {
  const controls = controlsOf(chart)
  const { axis, columns } = pool
  if (controls.some((control) => control.name === 'x_axis')) {
    const chosen = axis ?? columns[0] ?? null
    return { axis: chosen, columns: columns.filter((column) => !chosen || columnLabel(column) !== columnLabel(chosen)), rest: null }
  }
  const shows = axis !== null && (chart.category === 'Table' || columns.length === 0)
  return { axis: null, columns: shows ? uniqueByLabel([axis, ...columns], columnLabel) : columns, rest: axis }
}

const take = (form: FormData, chart: Chart, pool: Pool): { form: FormData; pool: Pool } => {
  const controls = controlsOf(chart)
  const placed = placeAxis(pool, chart)
  const groups = controls.some((control) => control.name === 'groupby')
  const taken: Record<string, unknown> = placed.axis ? { x_axis: placed.axis } : {}
  let { metrics } = pool
  let { columns } = placed
  for (const { name, type, required } of controls) {
    if (metricKeys.includes(name) && metrics[0]) {
      if (type === 'metrics') {
        taken[name] = metrics
        metrics = []
      } else if (type === 'metric' && (required || name === 'metric')) {
        taken[name] = metrics[0]
        if (metrics.length > 1) metrics = metrics.slice(1)
      }
    }
    if (columnKeys.includes(name) && columns[0]) {
      if (type === 'columns' && (name === 'groupby' || !groups)) {
        taken[name] = columns
        columns = []
      } else if (type === 'column') {
        taken[name] = columns[0]
        columns = columns.slice(1)
      }
    }
  }
  return { form: { ...form, ...taken }, pool: { ...pool, metrics, columns, axis: placed.rest } }
}

const without = (form: FormData, keys: string[]): FormData =>
  Object.fromEntries(Object.entries(form).filter(([key]) => !keys.includes(key))) as FormData

/**
 * The form for another type of chart, with the measures, dimensions, time and filters that it can show, and what it could not
 * take kept for the next switch. A type that was visited before finds its own settings again.
 */
export const switchViz = (
  form: FormData,
  chart: Chart,
  { dataset, memory }: { dataset: DatasetFacts | null; memory: Memory },
): { form: FormData; memory: Memory } => {
  const pool = collect(form, memory.pool)
  const own = new Set(controlsOf(chart).map((control) => control.name))
  const carried = {
    ...Object.fromEntries(publicKeys.filter((key) => own.has(key) && pool.shared[key] !== undefined).map((key) => [key, pool.shared[key]])),
    ...Object.fromEntries(identity.filter((key) => form[key] !== undefined).map((key) => [key, form[key]])),
  }
  const remembered = memory.visited[chart.viz_type] ?? {}
  const base = { ...remembered, ...carried, viz_type: chart.viz_type } as FormData
  const emptied = without(base, [...(pool.metrics.length ? metricKeys : []), ...(pool.columns.length ? columnKeys : [])])
  const taken = take(emptied, chart, pool)
  return {
    form: completeForm(taken.form, chart, dataset),
    memory: { pool: taken.pool, visited: { ...memory.visited, [form.viz_type]: form } },
  }
}
