import type { Chart } from '#charts/chart.ts'
import { takesColumns } from '#charts/control.ts'
import type { Control } from '#charts/control.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import { acceptsColumn, estimateValueCount, isTimeColumn } from '../choose-fields.ts'
import type { Source } from '../choose-fields.ts'
import { columnKeys, fillForm, metricKeys } from './fill-form.ts'
import type { AutoChosen } from './fill-form.ts'
import { changedFromStart, completeForm, controlsOf, isSameValue } from '../form.ts'
import { emptyMemory } from './memory.ts'
import type { Memory, Pool } from './memory.ts'

const fieldKeys = new Set(['x_axis', ...metricKeys, ...columnKeys])

/** Keys that keep their value across chart types. */
const sharedKeys = [
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
/** Keys that identify the chart, whatever its type. */
const identityKeys = ['datasource', 'slice_id', 'url_params', 'granularity_sqla', 'time_range']

const isMetric = (value: unknown): value is QueryMetric =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null && 'expressionType' in value)
const isColumn = (value: unknown): value is QueryColumn =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null && 'sqlExpression' in value)

const without = (form: FormData, keys: ReadonlySet<string>): FormData => ({
  ...Object.fromEntries(Object.entries(form).filter(([key]) => !keys.has(key))),
  datasource: form.datasource,
  viz_type: form.viz_type,
})

type Origin = { chart: Chart | null; dataset: Source['dataset']; chosen: AutoChosen }

/** Each type has its own default row limit and automatic limit of series, so only changed ones are carried over. */
const readShared = (form: FormData, { chart, dataset, chosen }: Origin): Record<string, unknown> => {
  const untouched = (key: string) =>
    chosen[key]?.some((value) => isSameValue(value, form[key])) ||
    (key === 'row_limit' && chart !== null && !changedFromStart(form, chart, dataset).has(key))
  return Object.fromEntries(sharedKeys.filter((key) => key in form).map((key) => [key, untouched(key) ? undefined : form[key]]))
}

const collectFields = (form: FormData, { pool, chosen }: Memory, shared: Record<string, unknown>): Pool => {
  const held = (key: string) => asList(form[key]).filter((field) => !chosen[key]?.some((one) => isSameValue(one, field)))
  const before = pool.axis ? [pool.axis] : []
  const axis = [...held('x_axis').filter(isColumn), ...before][0] ?? null
  const columns = [...columnKeys.flatMap((key) => held(key).filter(isColumn)), ...pool.columns, ...before]
  return {
    metrics: uniqueByLabel([...metricKeys.flatMap((key) => held(key).filter(isMetric)), ...pool.metrics], metricLabel),
    columns: uniqueByLabel(columns, columnLabel).filter((column) => !axis || columnLabel(column) !== columnLabel(axis)),
    axis,
    shared: { ...pool.shared, ...shared },
  }
}

/** Labels of the fields that the user chose. */
export const chosenFields = (form: FormData, { chosen }: Pick<Memory, 'chosen'>): { metrics: string[]; columns: string[] } => {
  const { metrics, columns, axis } = collectFields(form, { ...emptyMemory, chosen }, {})
  return { metrics: metrics.map(metricLabel), columns: [...columns, ...(axis ? [axis] : [])].map(columnLabel) }
}

const fieldSignature = ({ metrics, columns, axis }: Pool): string =>
  JSON.stringify([metrics.map(metricLabel).sort(), [...columns, ...(axis ? [axis] : [])].map(columnLabel).sort()])

/** Removes placed fields from the pool. The axis stays unless it was placed as the axis. */
const removePlaced = (pool: Pool, form: FormData): Pool => {
  const metrics = new Set(metricKeys.flatMap((key) => asList(form[key]).filter(isMetric)).map(metricLabel))
  const columns = new Set(['x_axis', ...columnKeys].flatMap((key) => asList(form[key]).filter(isColumn)).map(columnLabel))
  return {
    ...pool,
    metrics: pool.metrics.filter((metric) => !metrics.has(metricLabel(metric))),
    columns: pool.columns.filter((column) => !columns.has(columnLabel(column))),
    axis: pool.axis && isColumn(form['x_axis']) && columnLabel(form['x_axis']) === columnLabel(pool.axis) ? null : pool.axis,
  }
}

type Fields = Record<string, unknown>

const placeMetrics = (controls: Control[], pool: Pool): Fields => {
  const placed: Fields = {}
  let { metrics } = pool
  const second = controls.find((control) => control.name === 'metrics_b')
  for (const { name, type, required } of controls) {
    if (!metricKeys.includes(name) || !metrics[0]) continue
    if (type === 'metrics') {
      const takes = second && second.name !== name ? 1 : metrics.length
      placed[name] = metrics.slice(0, takes)
      metrics = metrics.slice(takes)
    } else if (type === 'metric' && (required || name === 'metric')) {
      placed[name] = metrics[0]
      metrics = metrics.slice(1)
    }
  }
  return placed
}

/** A pivot table starts with at most this many columns. */
const maxColumnsAcross = 30

/** Puts the dimension with the fewest values in columns and the others in rows. */
const splitRowsAndColumns = (columns: QueryColumn[], grain: unknown, source: Source): Fields => {
  if (columns.length < 2) return { groupbyRows: columns, groupbyColumns: [] }
  const counted = columns.map((column) => ({ column, count: estimateValueCount(column, grain, source) }))
  const known = counted.filter(({ count }) => count !== undefined).toSorted((a, b) => (a.count ?? 0) - (b.count ?? 0))
  const across = known.length === counted.length ? known[0] : counted.at(-1)
  if (!across || (across.count ?? 0) > maxColumnsAcross) return { groupbyRows: columns, groupbyColumns: [] }
  return { groupbyRows: columns.filter((column) => column !== across.column), groupbyColumns: [across.column] }
}

/** Places the axis in the axis control, else in a control for it, else in dimensions that suit it or would be empty. */
const placeColumns = (chart: Chart, pool: Pool, source: Source): Fields => {
  const { dataset } = source
  const controls = controlsOf(chart)
  const placed: Fields = {}
  let { axis, columns } = pool
  const fits = (control: Control) => (column: QueryColumn) => takesColumns(control) && acceptsColumn(control, column, dataset)
  const axisControl = controls.find((control) => control.name === 'x_axis')
  if (axisControl) {
    const chosen = [...(axis ? [axis] : []), ...columns].find(fits(axisControl))
    if (chosen) placed['x_axis'] = chosen
    columns = columns.filter((column) => !chosen || columnLabel(column) !== columnLabel(chosen))
    if (axis && axis !== chosen) columns = [...columns, axis]
  } else {
    const spread = controls.find((control) => control.type === 'columns' && control.required && control.name !== 'groupby')
    const grains = controls.some((control) => control.type === 'time-grain')
    if (spread && axis) placed[spread.name] = [axis]
    else if (axis && (chart.category === 'Table' || (columns.length === 0 && (grains || !isTimeColumn(axis, dataset)))))
      columns = [axis, ...columns]
  }
  const places = controls.filter((control) => columnKeys.includes(control.name) && placed[control.name] === undefined)
  if (places.some((control) => control.name === 'groupbyRows'))
    return { ...placed, ...splitRowsAndColumns(columns, pool.shared['time_grain_sqla'], source) }
  const groups = places.some((control) => control.name === 'groupby')
  /** An optional breakdown, as in a waterfall, is left to the user. */
  const open = places.filter(({ name, type, required }) => name !== 'groupby' || type === 'columns' || required)
  for (const control of open.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))) {
    const taken = columns.filter(fits(control))
    if (!taken[0]) continue
    if (control.type === 'columns' && (control.name === 'groupby' || !groups)) {
      placed[control.name] = taken
      columns = []
    } else if (control.type === 'column') {
      placed[control.name] = taken[0]
      columns = columns.filter((column) => column !== taken[0])
    }
  }
  return placed
}

type Options = Source & { memory: Memory; from: Chart | null }

/**
 * The form for another chart type, with the metrics, dimensions, time and filters that it can use. The rest is kept for the next
 * switch. Missing fields are chosen automatically. A type visited before gets its own settings back.
 */
export const switchViz = (form: FormData, chart: Chart, { dataset, glance, memory, from }: Options): { form: FormData; memory: Memory } => {
  const source = { dataset, glance }
  const pool = collectFields(form, memory, readShared(form, { chart: from, dataset, chosen: memory.chosen }))
  const own = new Set(controlsOf(chart).map((control) => control.name))
  const visit = memory.visited[chart.viz_type]
  const before = visit ? changedFromStart(visit.form, chart, dataset) : new Set<string>()
  const settings = visit ? Object.fromEntries(Object.entries(visit.form).filter(([key]) => before.has(key))) : {}
  const carried = Object.fromEntries(
    [
      ...sharedKeys.filter((key) => own.has(key)).map((key): [string, unknown] => [key, pool.shared[key]]),
      ...identityKeys.map((key): [string, unknown] => [key, form[key]]),
    ].filter(([, value]) => value !== undefined),
  )
  const base: FormData = { ...settings, ...carried, datasource: form.datasource, viz_type: chart.viz_type }
  const { slice_id: sliceId, ...fresh } = without(base, fieldKeys)
  const isSame = visit?.fields === fieldSignature(pool)
  const placed = isSame
    ? Object.fromEntries(Object.entries(visit.form).filter(([key]) => fieldKeys.has(key)))
    : { ...placeColumns(chart, pool, source), ...placeMetrics(controlsOf(chart), pool) }
  const carriedForm: FormData = { ...fresh, ...placed, datasource: base.datasource, viz_type: base.viz_type }
  const filled = isSame ? { form: carriedForm, chosen: visit.chosen } : fillForm(carriedForm, chart, source)
  const complete = completeForm(filled.form, chart, dataset)
  return {
    form: sliceId === undefined ? complete : { ...complete, slice_id: sliceId },
    memory: {
      pool: removePlaced(pool, filled.form),
      visited: { ...memory.visited, [form.viz_type]: { form, chosen: memory.chosen, fields: fieldSignature(pool) } },
      chosen: filled.chosen,
    },
  }
}
