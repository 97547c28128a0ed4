import type { Chart } from '#charts/chart.ts'
import { takesColumns, takesMetrics } from '#charts/control.ts'
import type { Control, ControlOf } from '#charts/control.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import {
  acceptsColumn,
  chooseAnyColumn,
  estimateValueCount,
  findColumn,
  chooseGrain,
  chooseGroupColumn,
  isTimeColumn,
  findMeasures,
  chooseMetric,
  findTimeColumn,
} from '../choose-fields.ts'
import type { Source } from '../choose-fields.ts'
import { controlsOf, visibleControls } from '../form.ts'

export const metricKeys = ['metrics', 'metrics_b', 'metric', 'metric_2', 'x', 'y', 'size', 'secondary_metric']
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

/** With more series than this only the largest are shown. */
const maxSeries = 25
const seriesLimit = 10

type ColumnsControl = ControlOf<'column' | 'columns'>
type FieldControl = ControlOf<'metric' | 'metrics'> | ColumnsControl

const minFields = ({ wanted, required }: FieldControl) => Math.max(wanted ?? 0, required ? 1 : 0)

const chooseMetrics = (control: FieldControl, form: FormData, { dataset }: Source): QueryMetric[] => {
  if (!dataset) return []
  const held = asList<QueryMetric>(form[control.name]).map(metricLabel)
  const used = metricsIn(form)
  const added: QueryMetric[] = []
  while (held.length + added.length < minFields(control)) {
    const next = chooseMetric(dataset, [...used, ...added])
    if ([...held, ...added.map(metricLabel)].includes(metricLabel(next))) break
    added.push(next)
  }
  return added
}

/** The number column of the first metric, else the first measure. */
const numberColumn = (form: FormData, { dataset }: Source): string | undefined => {
  const numbers = (dataset?.columns ?? []).filter((column) => acceptsColumn(numeric, column.column_name, dataset))
  const measured = metricsIn(form).flatMap((metric) =>
    typeof metric === 'object' && metric.expressionType === 'SIMPLE' ? (metric.column?.column_name ?? []) : [],
  )
  const names = [...measured, ...(dataset ? findMeasures(dataset) : []).map((column) => column.column_name)]
  return names.find((name) => numbers.some((column) => column.column_name === name)) ?? numbers[0]?.column_name
}
const numeric = { columns: 'numeric' } as const

const chooseColumn = (control: ColumnsControl, form: FormData, source: Source): string | undefined => {
  const { dataset } = source
  const used = columnsIn(form).map(columnLabel)
  if (control.columns === 'numeric') return numberColumn(form, source)
  const time = dataset ? findTimeColumn(dataset)?.column_name : undefined
  if (control.columns === 'temporal') return time
  if (!control.required) return chooseGroupColumn(source, 20, used)?.column_name
  const spreads = control.name === 'x_axis' || control.type === 'columns'
  return spreads && time !== undefined && !used.includes(time) ? time : chooseAnyColumn(source, used)?.column_name
}

const chooseColumns = (control: ColumnsControl, form: FormData, source: Source): string[] => {
  if (minFields(control) === 0 || isSet(form[control.name])) return []
  const name = chooseColumn(control, form, source)
  return name === undefined ? [] : [name]
}

/** The fields to add to a control that lacks some. */
const findMissingFields = (control: Control, form: FormData, source: Source): (QueryMetric | string)[] => {
  if (takesMetrics(control)) return chooseMetrics(control, form, source)
  return takesColumns(control) ? chooseColumns(control, form, source) : []
}

/** A grain that suits the span of the time column, and limits if there would be too many series or categories. */
const suggestSettings = (form: FormData, chart: Chart, source: Source): Record<string, unknown> => {
  const { dataset, glance } = source
  const offers = (name: string) => form[name] === undefined && controlsOf(chart).some((control) => control.name === name)
  const time = columnsIn(form).find((column) => isTimeColumn(column, dataset))
  const span = time === undefined ? undefined : glance.span[columnLabel(time)]
  const grains = (dataset?.time_grain_sqla ?? []).map(([grain]) => grain)
  const counts = asList<QueryColumn>(form['groupby']).map((column) => estimateValueCount(column, form['time_grain_sqla'], source) ?? 1)
  const axis = findColumn(asList<QueryColumn>(form['x_axis'])[0], dataset)
  const categories = axis && ownValue(glance.distinct, axis.column_name)
  const { categoryLimit } = chart
  return {
    ...(span && offers('time_grain_sqla') && { time_grain_sqla: chooseGrain(span[0], span[1], grains) }),
    ...(offers('limit') && counts.reduce((product, count) => product * count, 1) > maxSeries && { limit: seriesLimit }),
    ...(categoryLimit &&
      offers('row_limit') &&
      counts.length === 0 &&
      categories !== undefined &&
      categories > categoryLimit.above && { row_limit: categoryLimit.rows }),
  }
}

/** Fields, and the limit of series, that were chosen automatically, by control. */
export type AutoChosen = Record<string, readonly unknown[]>

/** Fills the controls that a chart requires, or is of little use without. */
export const fillForm = (form: FormData, chart: Chart, source: Source): { form: FormData; chosen: AutoChosen } => {
  const chosen: AutoChosen = {}
  let filled = form
  for (const control of visibleControls(chart, { form, dataset: source.dataset })) {
    const added = findMissingFields(control, filled, source)
    if (added.length === 0) continue
    const isList = control.type === 'metrics' || control.type === 'columns'
    chosen[control.name] = added
    filled = { ...filled, [control.name]: isList ? [...asList(filled[control.name]), ...added] : added[0] }
  }
  const settings = suggestSettings(filled, chart, source)
  if ('limit' in settings) chosen['limit'] = [settings['limit']]
  return { form: { ...filled, ...settings }, chosen }
}
