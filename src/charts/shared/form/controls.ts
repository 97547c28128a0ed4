import { numberFormats, timeFormats } from '#core/format/choices.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { asList, isSet } from '#core/query/read.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { defaultCategorical, defaultSequential } from '#core/color/schemes.ts'
import type {
  CheckboxControl,
  Choice,
  ChoiceValue,
  Color,
  ColorControl,
  ColorSchemeControl,
  Control,
  ControlOf,
  ControlState,
  ControlType,
  FiltersControl,
  HiddenControl,
  MetricControl,
  NumberControl,
  NumberTextControl,
  SelectControl,
  SelectManyControl,
  SequentialSchemeControl,
  SliderControl,
  TimeGrainControl,
} from '../../control.ts'
import { verboseNames } from '../format/dataset-facts.ts'

/** Controls that several charts share: wire keys, labels, defaults and choices of reference/viz-types.md §3. */
type Rule = NonNullable<Control['validate']>

export const isInteger: Rule = (value, _, t) =>
  value && (Number.isNaN(Number(value)) || Number.parseInt(String(value), 10) !== Number(value)) ? t('is expected to be an integer') : null

export const isNumber: Rule = (value, _, t) => (value && Number.isNaN(Number(value)) ? t('is expected to be a number') : null)

export const isNonEmpty: Rule = (value, _, t) => (isSet(value) ? null : t('cannot be empty'))

export const choices = <const V extends string | number>(...values: V[]): Choice<V>[] =>
  values.map((value) => ({ value, label: String(value) }))

/** The keys of a record are what the wire calls its labels. */
export const labelled = <Key extends string>(pairs: Readonly<Record<Key, string>>): Choice<Key>[] =>
  (Object.entries(pairs) as [Key, string][]).map(([value, label]) => ({ value, label }))

const none: Choice<null> = { value: null, label: 'None' }

export const withNone = <Key extends string>(pairs: Readonly<Record<Key, string>>): Choice<Key | null>[] => [none, ...labelled(pairs)]

/** Choices of the seasonality controls and others that are yes, no or left open. */
export const openYesNo: Choice<boolean | null>[] = [
  { value: null, label: 'Default' },
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
]

/** What a builder's control says beside its name, label and default. */
type Rest<C extends Control> = Partial<Omit<C, 'name' | 'type' | 'label'>>

/** Builds controls of one type. */
const builderOf =
  <Type extends ControlType>(type: Type, base: object = {}) =>
  <N extends string>(name: N, label: string, rest: Rest<ControlOf<Type>> = {}): ControlOf<Type> & { name: N } =>
    ({ name, type, label, ...base, ...rest }) as ControlOf<Type> & { name: N }

export const metricOf = builderOf('metric')
export const metricsOf = builderOf('metrics')
export const columnOf = builderOf('column')
export const columnsOf = builderOf('columns', { default: [] })
export const text = builderOf('text')
export const bounds = builderOf('bounds', { default: [null, null] })
export const currency = builderOf('currency')
export const columnConfig = builderOf('column-config')
export const conditionalFormatting = builderOf('conditional-formatting')

export const checkbox = <N extends string>(
  name: N,
  label: string,
  value: boolean | undefined,
  rest: Rest<CheckboxControl> = {},
): CheckboxControl<N> => ({
  name,
  type: 'checkbox',
  label,
  ...(value !== undefined && { default: value }),
  ...rest,
})

type SelectRest = Omit<Rest<SelectControl>, 'freeForm' | 'choices' | 'default' | 'unsaid' | 'formerly'>

/** One of these choices; any other value of a saved form counts as the default. */
export const select = <N extends string, V extends ChoiceValue, D extends V | null>(
  name: N,
  label: string,
  value: D,
  rest: SelectRest & { choices: Choice<V>[] },
): SelectControl<N, V | D> => ({ name, type: 'select', label, default: value, ...rest })

type FreeRest = SelectRest & Pick<SelectControl, 'choices'>

/** A typed value is read as what the default is. */
type FreeSelect = {
  <N extends string>(name: N, label: string, value: number, rest: FreeRest): SelectControl<N, number>
  <N extends string>(name: N, label: string, value: string, rest: FreeRest): SelectControl<N, string>
  <N extends string>(name: N, label: string, value: null | undefined, rest: FreeRest): SelectControl<N>
}

/** One of these choices, or a typed value. Null where the form has neither a value nor a default. */
export const freeSelect: FreeSelect = <N extends string, V extends ChoiceValue>(
  name: N,
  label: string,
  value: V | undefined,
  rest: FreeRest,
): SelectControl<N, V> => ({ name, type: 'select', label, ...(value !== undefined && { default: value }), freeForm: true, ...rest })

/** One of the choices that the dataset and the form make. */
export const selectFrom = <N extends string>(
  name: N,
  label: string,
  choicesOf: (state: ControlState) => Choice[],
  rest: SelectRest = {},
): SelectControl<N> => ({ name, type: 'select', label, choices: choicesOf, ...rest })

export const selectMany = <N extends string>(
  name: N,
  label: string,
  rest: Rest<SelectManyControl> & Pick<SelectManyControl, 'choices'>,
): SelectManyControl<N> => ({ name, type: 'select-many', label, ...rest })

/** A text that charts read as a number. */
export const numberText = <N extends string, V extends number | null>(
  name: N,
  label: string,
  value: V | undefined,
  rest: Rest<NumberTextControl> = {},
): NumberTextControl<N, V extends number ? number : number | null> => ({
  name,
  type: 'number-text',
  label,
  ...(value !== undefined && { default: value as V extends number ? number : number | null }),
  ...(rest as object),
})

export const number = <N extends string>(name: N, label: string, value: number, rest: Rest<NumberControl> = {}): NumberControl<N> => ({
  name,
  type: 'number',
  label,
  default: value,
  ...rest,
})

export const slider = <N extends string>(name: N, label: string, value: number, rest: Rest<SliderControl>): SliderControl<N> => ({
  name,
  type: 'slider',
  label,
  default: value,
  ...rest,
})

export const color = <N extends string>(name: N, label: string, value: Color, rest: Rest<ColorControl> = {}): ColorControl<N> => ({
  name,
  type: 'color',
  label,
  default: value,
  ...rest,
})

export const hidden = <N extends string>(name: N, value?: unknown): HiddenControl<N> => ({
  name,
  type: 'hidden',
  label: '',
  ...(value !== undefined && { default: value }),
})

/** A choice that saved forms without it do not make. */
export const unsaidIsNone = <N extends string, V extends ChoiceValue>(control: SelectControl<N, V>): SelectControl<N, V | null> => ({
  ...control,
  unsaid: null,
})

/** A new chart starts with what suits the rest of its form; a saved one keeps the wire's default. */
export const startsBy = <C extends Control>(control: C, start: (state: ControlState) => unknown): C => ({
  ...control,
  initial: (state: ControlState) => (state.form['slice_id'] ? control.default : start(state)),
})

/** A new chart starts as Chartroom draws it; a saved one keeps the wire's default. */
export const startsAs = <C extends Control>(control: C, value: unknown): C => startsBy(control, () => value)

/** Only redraws. */
export const drawn = <C extends Control>(control: C): C => ({ ...control, renderOnly: true })

/** One row each. */
export const rowsOf = <const Cs extends readonly Control[]>(...controls: Cs): Cs[number][][] =>
  controls.map((control): Cs[number][] => [control])

/** One row each, without a query when they change. */
export const drawnRows = <const Cs extends readonly Control[]>(...controls: Cs): Cs[number][][] =>
  controls.map((control): Cs[number][] => [drawn(control)])

export const degrees = (...values: number[]): Choice<number>[] => values.map((value) => ({ value, label: `${value}°` }))

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

export const metrics = metricsOf('metrics', 'Metrics', { required: true, validate: isNonEmpty })
export const metric = metricOf('metric', 'Metric', { required: true, validate: isNonEmpty })
export const groupby = columnsOf('groupby', 'Dimensions')
export const adhocFilters: FiltersControl<'adhoc_filters'> = { name: 'adhoc_filters', type: 'filters', label: 'Filters', default: [] }

export const rowLimitOf = (value: number) =>
  freeSelect('row_limit', 'Row limit', value, { choices: choices(...rowLimits), validate: isInteger })

export const rowLimit = rowLimitOf(10000)

const seriesLimitOf = <N extends string>(name: N) =>
  freeSelect(name, 'Series limit', undefined, {
    clearable: true,
    placeholder: 'None',
    choices: choices(...seriesLimits),
    validate: isInteger,
  })

export const seriesLimit = seriesLimitOf('limit')
export const pivotSeriesLimit = seriesLimitOf('series_limit')

export const sortMetricOf = <N extends string>(name: N): MetricControl<N> => metricOf(name, 'Sort by', { default: null, clearable: true })
export const sortMetric = sortMetricOf('timeseries_limit_metric')

export const orderDesc = (by = 'timeseries_limit_metric', label = 'Sort descending') =>
  checkbox('order_desc', label, true, { visible: ({ form }) => isSet(form[by]) })

export const xAxis = columnOf('x_axis', 'X-axis', {
  required: true,
  validate: isNonEmpty,
  initial: ({ form }) => form['granularity_sqla'] ?? undefined,
})

export const timeGrain: TimeGrainControl<'time_grain_sqla'> = {
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
export const timeGrainOf = (...keys: string[]): TimeGrainControl<'time_grain_sqla'> => ({
  ...timeGrain,
  visible: ({ form, dataset }) =>
    keys.some((key) => asList(form[key]).some((name) => dataset?.columns.some((column) => column.column_name === name && column.is_dttm))),
})

export const temporalColumns: HiddenControl<'temporal_columns_lookup'> = {
  ...hidden('temporal_columns_lookup'),
  initial: ({ dataset }) =>
    Object.fromEntries((dataset?.columns ?? []).filter((column) => column.is_dttm).map((column) => [column.column_name, true])),
}

export const colorScheme: ColorSchemeControl<'color_scheme'> = {
  name: 'color_scheme',
  type: 'color-scheme',
  label: 'Color scheme',
  default: defaultCategorical,
  renderOnly: true,
}

export const linearColorScheme: SequentialSchemeControl<'linear_color_scheme'> = {
  name: 'linear_color_scheme',
  type: 'sequential-scheme',
  label: 'Linear color scheme',
  default: defaultSequential,
  renderOnly: true,
}

export const colorPicker = drawn(color('color_picker', 'Fixed color', { r: 0, g: 122, b: 135, a: 1 }))

export const numberFormat = <N extends string>(name: N, label: string, value = 'SMART_NUMBER') =>
  drawn(freeSelect(name, label, value, { choices: numberFormats }))

export const timeFormat = <N extends string>(name: N, label: string) =>
  drawn(freeSelect(name, label, 'smart_date', { choices: timeFormats }))

export const currencyFormat = drawn(currency('currency_format', 'Currency format'))

/** What a form says about its legend. */
export const legend = drawnRows(
  checkbox('show_legend', 'Show legend', true, { heading: 'Legend' }),
  select('legendType', 'Type', 'scroll', { choices: labelled({ scroll: 'Scroll', plain: 'Plain' }), visible: on('show_legend') }),
  select('legendOrientation', 'Orientation', 'top', {
    choices: labelled({ top: 'Top', bottom: 'Bottom', left: 'Left', right: 'Right' }),
    visible: on('show_legend'),
  }),
  numberText('legendMargin', 'Margin', null, { validate: isInteger, visible: on('show_legend') }),
)

/** Labels that the x axis can be sorted by: its own and those of the metrics. */
export const axisSortChoices = ({ form, dataset }: ControlState): Choice[] => {
  const names = verboseNames(dataset)
  const axis = xAxisLabel(form)
  const limit = form['timeseries_limit_metric']
  const labels = [
    ...(axis === undefined ? [] : [axis]),
    ...asList<QueryMetric>(form['metrics']).map(metricLabel),
    ...(isSet(limit) ? asList<QueryMetric>(limit).map(metricLabel) : []),
  ]
  return [...new Set(labels)].map((label) => ({ value: label, label: ownValue(names, label) ?? label }))
}
