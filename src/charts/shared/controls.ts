import { numberFormats, timeFormats } from '#core/format/choices.ts'
import { asList, isSet } from '#core/query/read.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { defaultCategorical, defaultSequential } from '#core/color/schemes.ts'
import type { Choice, Control, ControlState } from '../chart.ts'

/** Controls that several charts share: wire keys, labels, defaults and choices of reference/viz-types.md §3. */
type Rule = NonNullable<Control['validate']>

export const isInteger: Rule = (value, _, t) =>
  value && (Number.isNaN(Number(value)) || Number.parseInt(String(value), 10) !== Number(value)) ? t('is expected to be an integer') : null

export const isNumber: Rule = (value, _, t) => (value && Number.isNaN(Number(value)) ? t('is expected to be a number') : null)

export const isNonEmpty: Rule = (value, _, t) => (isSet(value) ? null : t('cannot be empty'))

export const choices = (...values: (string | number)[]): Choice[] => values.map((value) => ({ value, label: String(value) }))

export const labelled = (pairs: Record<string, string>): Choice[] => Object.entries(pairs).map(([value, label]) => ({ value, label }))

const none: Choice = { value: null, label: 'None' }

export const withNone = (pairs: Record<string, string>): Choice[] => [none, ...labelled(pairs)]

/** Choices of the seasonality controls and others that are yes, no or left open. */
export const openYesNo: Choice[] = [
  { value: null, label: 'Default' },
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
]

type Rest = Partial<Omit<Control, 'name' | 'type' | 'label'>>

export const checkbox = (name: string, label: string, value: boolean, rest: Rest = {}): Control => ({
  name,
  type: 'checkbox',
  label,
  default: value,
  ...rest,
})

export const select = (name: string, label: string, value: Choice['value'] | undefined, rest: Rest): Control => ({
  name,
  type: 'select',
  label,
  ...(value !== undefined && { default: value }),
  ...rest,
})

export const text = (name: string, label: string, rest: Rest = {}): Control => ({ name, type: 'text', label, ...rest })

export const slider = (name: string, label: string, value: number, rest: Rest): Control => ({
  name,
  type: 'slider',
  label,
  default: value,
  ...rest,
})

/** A new chart starts with what suits the rest of its form; a saved one keeps the wire's default. */
export const startsBy = (control: Control, start: (state: ControlState) => unknown): Control => ({
  ...control,
  initial: (state) => (state.form['slice_id'] ? control.default : start(state)),
})

/** A new chart starts as Chartroom draws it; a saved one keeps the wire's default. */
export const startsAs = (control: Control, value: unknown): Control => startsBy(control, () => value)

/** Only redraws. */
export const drawn = (control: Control): Control => ({ ...control, renderOnly: true })

/** One row each, without a query when they change. */
export const drawnRows = (...controls: Control[]): Control[][] => controls.map((control) => [drawn(control)])

export const degrees = (...values: number[]): Choice[] => values.map((value) => ({ value, label: `${value}°` }))

export const on =
  (name: string) =>
  ({ form }: ControlState): boolean =>
    Boolean(form[name])

/** Whether the x axis is a time column or an expression, so that a grain may apply. */
const mayHaveGrain = ({ form, dataset }: ControlState): boolean => {
  const axis = form['x_axis']
  if (typeof axis === 'object' && axis !== null) return true
  if (!isSet(axis)) return false
  return Boolean(dataset?.columns.find((column) => column.column_name === axis)?.is_dttm)
}

export const isTemporalAxis = ({ form, dataset }: ControlState): boolean =>
  typeof form['x_axis'] === 'string' && Boolean(dataset?.columns.find((column) => column.column_name === form['x_axis'])?.is_dttm)

/** Whether the x axis is a column of names: neither times nor numbers, which have an order of their own. */
export const isCategoryAxis = ({ form, dataset }: ControlState): boolean => {
  const column = dataset?.columns.find((candidate) => candidate.column_name === form['x_axis'])
  return column !== undefined && !column.is_dttm && (column.type_generic === 1 || column.type_generic === 3)
}

/** Some grains have two values on the wire (PT30M, PT0.5H): one of a name is offered, the one that the form holds if it does. */
const grains = ({ form, dataset }: ControlState): Choice[] => {
  const all = dataset?.time_grain_sqla ?? []
  const held = all.find(([value]) => value === form['time_grain_sqla'])
  return all
    .filter(([value, label], i) => (held?.[1] === label ? held[0] === value : all.findIndex((one) => one[1] === label) === i))
    .map(([value, label]) => ({ value, label }))
}

const rowLimits = [10, 50, 100, 250, 500, 1000, 5000, 10000, 50000]
const seriesLimits = [5, 10, 25, 50, 100, 500]

export const metrics: Control = { name: 'metrics', type: 'metrics', label: 'Metrics', required: true, validate: isNonEmpty }
export const metric: Control = { name: 'metric', type: 'metric', label: 'Metric', required: true, validate: isNonEmpty }
export const groupby: Control = { name: 'groupby', type: 'columns', label: 'Dimensions', default: [] }
export const adhocFilters: Control = { name: 'adhoc_filters', type: 'filters', label: 'Filters', default: [] }

export const rowLimit: Control = select('row_limit', 'Row limit', 10000, {
  freeForm: true,
  choices: choices(...rowLimits),
  validate: isInteger,
})

export const rowLimitOf = (value: number): Control => ({ ...rowLimit, default: value })

export const seriesLimit = (name: 'limit' | 'series_limit' = 'limit'): Control =>
  select(name, 'Series limit', undefined, {
    freeForm: true,
    clearable: true,
    placeholder: 'None',
    choices: choices(...seriesLimits),
    validate: isInteger,
  })

export const sortMetric = (name = 'timeseries_limit_metric'): Control => ({
  name,
  type: 'metric',
  label: 'Sort by',
  default: null,
  clearable: true,
})

export const orderDesc = (by = 'timeseries_limit_metric', label = 'Sort descending'): Control =>
  checkbox('order_desc', label, true, { visible: ({ form }) => isSet(form[by]) })

export const xAxis: Control = {
  name: 'x_axis',
  type: 'column',
  label: 'X-axis',
  required: true,
  validate: isNonEmpty,
  initial: ({ form }) => form['granularity_sqla'] ?? undefined,
}

export const timeGrain: Control = {
  name: 'time_grain_sqla',
  type: 'time-grain',
  label: 'Time grain',
  choices: grains,
  placeholder: 'None',
  clearable: true,
  initial: ({ form }) => (form['slice_id'] ? undefined : 'P1D'),
  visible: mayHaveGrain,
}

/** The grain of charts without an x axis: offered when one of the columns in these controls is a time. */
export const timeGrainOf = (...keys: string[]): Control => ({
  ...timeGrain,
  visible: ({ form, dataset }) =>
    keys.some((key) => asList(form[key]).some((name) => dataset?.columns.some((column) => column.column_name === name && column.is_dttm))),
})

export const temporalColumns: Control = {
  name: 'temporal_columns_lookup',
  type: 'hidden',
  label: '',
  initial: ({ dataset }) =>
    Object.fromEntries((dataset?.columns ?? []).filter((column) => column.is_dttm).map((column) => [column.column_name, true])),
}

export const colorScheme: Control = drawn({
  name: 'color_scheme',
  type: 'color-scheme',
  label: 'Color scheme',
  default: defaultCategorical,
})

export const linearColorScheme: Control = drawn({
  name: 'linear_color_scheme',
  type: 'sequential-scheme',
  label: 'Linear color scheme',
  default: defaultSequential,
})

export const colorPicker: Control = drawn({
  name: 'color_picker',
  type: 'color',
  label: 'Fixed color',
  default: { r: 0, g: 122, b: 135, a: 1 },
})

export const numberFormat = (name: string, label: string, value = 'SMART_NUMBER'): Control =>
  drawn(select(name, label, value, { freeForm: true, choices: numberFormats }))

export const timeFormat = (name: string, label: string): Control =>
  drawn(select(name, label, 'smart_date', { freeForm: true, choices: timeFormats }))

export const currencyFormat: Control = drawn({ name: 'currency_format', type: 'currency', label: 'Currency format' })

export const legend: Control[][] = drawnRows(
  checkbox('show_legend', 'Show legend', true, { heading: 'Legend' }),
  select('legendType', 'Type', 'scroll', { choices: labelled({ scroll: 'Scroll', plain: 'Plain' }), visible: on('show_legend') }),
  select('legendOrientation', 'Orientation', 'top', {
    choices: labelled({ top: 'Top', bottom: 'Bottom', left: 'Left', right: 'Right' }),
    visible: on('show_legend'),
  }),
  text('legendMargin', 'Margin', { default: null, validate: isInteger, visible: on('show_legend') }),
)

/** Labels that the x axis can be sorted by: its own and those of the metrics. */
export const axisSortChoices = ({ form }: ControlState): Choice[] => {
  const axis = xAxisLabel(form)
  const limit = form['timeseries_limit_metric']
  const labels = [
    ...(axis === undefined ? [] : [axis]),
    ...asList<QueryMetric>(form['metrics']).map(metricLabel),
    ...(isSet(limit) ? asList<QueryMetric>(limit).map(metricLabel) : []),
  ]
  return [...new Set(labels)].map((label) => ({ value: label, label }))
}
