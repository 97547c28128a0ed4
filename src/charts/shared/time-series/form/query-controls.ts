import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { AnnotationLayersControl, Control, ControlState, Section } from '../../../control.ts'
import * as shared from '../../form/controls.ts'
import {
  checkbox,
  choices,
  drawn,
  drawnRows,
  freeSelect,
  isInteger,
  isNumber,
  labelled,
  numberText,
  on,
  rowsOf,
  select,
  selectFrom,
  selectMany,
  startsBy,
  unsaidIsNone,
  withNone,
} from '../../form/controls.ts'
import { isNumericAxis, seriesOrders } from './axis-controls.ts'

/** What the time-series family asks of the query (reference/viz-types.md §4, §10, §17). */
const severalSeries = ({ form }: ControlState) => asList(form['groupby']).length > 0 || asList(form['metrics']).length > 1
const notTemporal = (state: ControlState) => isSet(state.form['x_axis']) && !shared.isTemporalAxis(state)
const sortable = (state: ControlState) => notTemporal(state) && !severalSeries(state)
const sortableSeries = (state: ControlState) => notTemporal(state) && severalSeries(state)
const axisSort = [
  selectFrom('x_axis_sort', 'X-axis sort by', shared.axisSortChoices, { clearable: true, visible: sortable }),
  checkbox('x_axis_sort_asc', 'X-axis sort ascending', true, { visible: sortable }),
  drawn(unsaidIsNone(select('x_axis_sort_series', 'X-axis sort by', 'name', { choices: seriesOrders, visible: sortableSeries }))),
  drawn(checkbox('x_axis_sort_series_ascending', 'X-axis sort ascending', true, { visible: sortableSeries })),
] as const

/** Bars of names start with the largest. */
const largestFirst: Record<string, (state: ControlState) => unknown> = {
  x_axis_sort: (state) => (sortable(state) ? asList<QueryMetric>(state.form['metrics']).map(metricLabel)[0] : undefined),
  x_axis_sort_asc: () => false,
  x_axis_sort_series: () => 'sum',
  x_axis_sort_series_ascending: () => false,
}

const sortedBars = <C extends Control>(control: C): C =>
  startsBy(control, (state) => (shared.isCategoryAxis(state) ? largestFirst[control.name]?.(state) : control.default))

/** What is drawn along which axis; bars of names are sorted by their length. */
export const querySection = (style?: 'bar') => ({
  label: 'Query',
  tab: 'data' as const,
  open: true,
  rows: [
    [shared.xAxis, shared.timeGrain],
    ...drawnRows(checkbox('xAxisForceCategorical', 'Force categorical', false, { visible: isNumericAxis })),
    ...axisSort.map((control) => [style === 'bar' ? sortedBars(control) : control]),
    [shared.metrics],
    [shared.groupby],
    [select('contributionMode', 'Contribution mode', null, { choices: withNone({ row: 'Row', column: 'Series' }), clearable: true })],
    [shared.adhocFilters],
    [shared.seriesLimit],
    [checkbox('group_others_when_limit_reached', 'Group remaining as "Others"', false, { visible: ({ form }) => isSet(form['limit']) })],
    [shared.sortMetric],
    [shared.orderDesc()],
    [shared.rowLimit],
    [checkbox('truncate_metric', 'Truncate metric', true)],
    [checkbox('show_empty_columns', 'Show empty columns', true)],
  ],
})

const rolls = ({ form }: ControlState) =>
  isSet(form['rolling_type']) && form['rolling_type'] !== 'None' && form['rolling_type'] !== 'cumsum'

const rollingFunctions = { mean: 'Mean', sum: 'Sum', std: 'Standard deviation', cumsum: 'Cumulative sum' }

const shifts = [
  '1 day ago',
  '1 week ago',
  '28 days ago',
  '30 days ago',
  '52 weeks ago',
  '1 year ago',
  '104 weeks ago',
  '2 years ago',
  '156 weeks ago',
  '3 years ago',
]

export const resampleRules = labelled({
  '1T': '1 minutely frequency',
  '1H': '1 hourly frequency',
  '1D': '1 calendar day frequency',
  '7D': '7 calendar day frequency',
  '1MS': '1 month start frequency',
  '1M': '1 month end frequency',
  '1AS': '1 year start frequency',
  '1A': '1 year end frequency',
})

export const resampleMethods = labelled({
  asfreq: 'Null imputation',
  zerofill: 'Zero imputation',
  linear: 'Linear interpolation',
  ffill: 'Forward values',
  bfill: 'Backward values',
  median: 'Median values',
  mean: 'Mean values',
  sum: 'Sum values',
})

const rollingType = select('rolling_type', 'Rolling function', null, {
  heading: 'Rolling window',
  choices: withNone(rollingFunctions),
  clearable: true,
})
const rollingWindow = [
  numberText('rolling_periods', 'Periods', undefined, { validate: isInteger, visible: rolls }),
  numberText('min_periods', 'Min periods', undefined, { validate: isInteger, visible: rolls }),
] as const
const resampling = [
  freeSelect('resample_rule', 'Rule', null, { heading: 'Resample', clearable: true, choices: resampleRules }),
  select('resample_method', 'Fill method', null, { clearable: true, choices: resampleMethods }),
] as const

/** Rolling window, time comparison and resampling. */
export const advanced = (label = 'Advanced analytics') => ({
  label,
  tab: 'data' as const,
  rows: rowsOf(
    rollingType,
    ...rollingWindow,
    selectMany('time_compare', 'Time shift', { heading: 'Time comparison', freeForm: true, choices: choices(...shifts) }),
    select('comparison_type', 'Calculation type', 'values', {
      choices: labelled({ values: 'Actual values', difference: 'Difference', percentage: 'Percentage change', ratio: 'Ratio' }),
    }),
    ...resampling,
  ),
})

/** The same for a query whose keys end in this suffix. */
export const advancedOf = (label: string, suffix: string): Section => ({
  label,
  tab: 'data',
  rows: advanced()
    .rows.flat()
    .map((control) => [
      {
        ...control,
        name: control.name + suffix,
        ...(control.visible && {
          visible: ({ form, dataset }: ControlState) => rolls({ form: { ...form, rolling_type: form[`rolling_type${suffix}`] }, dataset }),
        }),
      },
    ]),
})

const annotationLayers: AnnotationLayersControl<'annotation_layers'> = {
  name: 'annotation_layers',
  type: 'annotation-layers',
  label: '',
  default: [],
}

export const annotations = { label: 'Annotations and layers', tab: 'data' as const, rows: [[annotationLayers]] }

const forecasting = on('forecastEnabled')

const season = <N extends string>(name: N) =>
  freeSelect(`forecastSeasonality${name}`, `${name} seasonality`, null, { choices: shared.openYesNo, visible: forecasting })

export const forecast = {
  label: 'Predictive analytics',
  tab: 'data' as const,
  rows: rowsOf(
    checkbox('forecastEnabled', 'Enable forecast', false),
    numberText('forecastPeriods', 'Forecast periods', 10, { validate: isInteger, visible: forecasting }),
    numberText('forecastInterval', 'Confidence interval', 0.8, { validate: isNumber, visible: forecasting }),
    season('Yearly'),
    season('Weekly'),
    season('Daily'),
  ),
}

/** For charts that have parts of this panel. */
export const rollingControls = (label: string) => ({
  label,
  tab: 'data' as const,
  rows: rowsOf(
    select('rolling_type', 'Rolling function', 'None', {
      heading: 'Rolling window',
      choices: labelled({ None: 'None', ...rollingFunctions }),
      clearable: true,
    }),
    ...rollingWindow,
    ...resampling,
  ),
})
