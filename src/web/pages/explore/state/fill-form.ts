import type { Chart } from '#charts/chart.ts'
import { takesColumns, takesMetrics } from '#charts/control.ts'
import type { Control, ControlOf } from '#charts/control.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import {
  acceptsColumn,
  anyColumn,
  countOfValues,
  findColumn,
  grainFor,
  groupOf,
  isTimeColumn,
  measuresOf,
  nextMetric,
  timeOf,
} from './choose-fields.ts'
import type { Source } from './choose-fields.ts'
import { controlsOf, visibleControls } from './form.ts'

export const metricKeys = ['metrics', 'metrics_b', 'metric', 'metric_2', 'size', 'x', 'y', 'secondary_metric']
export const columnKeys = [
  'groupby',
  'groupby_b',
  'columns',
  'column',
  'groupbyColumns',
  'groupbyRows',
  'entity',
  'series',
  'series_columns',
]

export const metricsIn = (form: FormData): QueryMetric[] => metricKeys.flatMap((key) => asList<QueryMetric>(form[key]))
const columnsIn = (form: FormData): QueryColumn[] => ['x_axis', ...columnKeys].flatMap((key) => asList<QueryColumn>(form[key]))

/** More lines or bars than this are limited to the largest. */
const mostSeries = 25
const seriesLimit = 10

type ColumnsControl = ControlOf<'column' | 'columns'>
type FieldControl = ControlOf<'metric' | 'metrics'> | ColumnsControl

const leastOf = ({ wanted, required }: FieldControl) => Math.max(wanted ?? 0, required ? 1 : 0)

const metricsFor = (control: FieldControl, form: FormData, { dataset }: Source): QueryMetric[] => {
  if (!dataset) return []
  const held = asList<QueryMetric>(form[control.name]).map(metricLabel)
  const used = metricsIn(form)
  const added: QueryMetric[] = []
  while (held.length + added.length < leastOf(control)) {
    const next = nextMetric(dataset, [...used, ...added])
    if ([...held, ...added.map(metricLabel)].includes(metricLabel(next))) break
    added.push(next)
  }
  return added
}

/** The number behind the first metric, else the first that measures something. */
const numberColumn = (form: FormData, { dataset }: Source): string | undefined => {
  const numbers = (dataset?.columns ?? []).filter((column) => acceptsColumn(numeric, column.column_name, dataset))
  const measured = metricsIn(form).flatMap((metric) =>
    typeof metric === 'object' && metric.expressionType === 'SIMPLE' ? (metric.column?.column_name ?? []) : [],
  )
  const names = [...measured, ...(dataset ? measuresOf(dataset) : []).map((column) => column.column_name)]
  return names.find((name) => numbers.some((column) => column.column_name === name)) ?? numbers[0]?.column_name
}
const numeric = { columns: 'numeric' } as const

const columnFor = (control: ColumnsControl, form: FormData, source: Source): string | undefined => {
  const { dataset } = source
  const used = columnsIn(form).map(columnLabel)
  if (control.columns === 'numeric') return numberColumn(form, source)
  const time = dataset ? timeOf(dataset)?.column_name : undefined
  if (control.columns === 'temporal') return time
  if (!control.required) return groupOf(source, 20, used)?.column_name
  const spreads = control.name === 'x_axis' || control.type === 'columns'
  return spreads && time !== undefined && !used.includes(time) ? time : anyColumn(source, used)?.column_name
}

const columnsFor = (control: ColumnsControl, form: FormData, source: Source): string[] => {
  if (leastOf(control) === 0 || isSet(form[control.name])) return []
  const name = columnFor(control, form, source)
  return name === undefined ? [] : [name]
}

/** The fields that a control lacks. */
const lacking = (control: Control, form: FormData, source: Source): (QueryMetric | string)[] => {
  if (takesMetrics(control)) return metricsFor(control, form, source)
  return takesColumns(control) ? columnsFor(control, form, source) : []
}

/** A grain that suits the span of the first time that is shown, and limits where there would be too many marks. */
const suited = (form: FormData, chart: Chart, source: Source): Record<string, unknown> => {
  const { dataset, glance } = source
  const offers = (name: string) => form[name] === undefined && controlsOf(chart).some((control) => control.name === name)
  const time = columnsIn(form).find((column) => isTimeColumn(column, dataset))
  const span = time === undefined ? undefined : glance.span[columnLabel(time)]
  const grains = (dataset?.time_grain_sqla ?? []).map(([grain]) => grain)
  const counts = asList<QueryColumn>(form['groupby']).map((column) => countOfValues(column, form['time_grain_sqla'], source) ?? 1)
  const axis = findColumn(form['x_axis'] as QueryColumn | undefined, dataset)
  const categories = axis && glance.distinct[axis.column_name]
  const { categoryLimit } = chart
  return {
    ...(span && offers('time_grain_sqla') && { time_grain_sqla: grainFor(span[0], span[1], grains) }),
    ...(offers('limit') && counts.reduce((product, count) => product * count, 1) > mostSeries && { limit: seriesLimit }),
    ...(categoryLimit &&
      offers('row_limit') &&
      counts.length === 0 &&
      categories !== undefined &&
      categories > categoryLimit.above && { row_limit: categoryLimit.rows }),
  }
}

/** The fields of a form that were filled in for want of others, by control. */
export type Chosen = Record<string, readonly unknown[]>

/** Fills what a chart cannot do without, or says little without, by the first sensible choice. */
export const fillForm = (form: FormData, chart: Chart, source: Source): { form: FormData; chosen: Chosen } => {
  const chosen: Chosen = {}
  let filled = form
  for (const control of visibleControls(chart, { form, dataset: source.dataset })) {
    const added = lacking(control, filled, source)
    if (added.length === 0) continue
    const isList = control.type === 'metrics' || control.type === 'columns'
    chosen[control.name] = added
    filled = { ...filled, [control.name]: isList ? [...asList(filled[control.name]), ...added] : added[0] }
  }
  return { form: { ...filled, ...suited(filled, chart, source) }, chosen }
}
