import type { FormData } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { Control, ControlState } from '../../../control.ts'
import { readForm } from '../../../read-form.ts'
import type { FormOf } from '../../../read-form.ts'
import * as shared from '../../form/controls.ts'
import {
  bounds,
  checkbox,
  drawnRows,
  freeSelect,
  isNumber,
  labelled,
  numberText,
  on,
  select,
  slider,
  startsAs,
  startsBy,
  withNone,
} from '../../form/controls.ts'
import { isNumericAxis, seriesOrders } from './axis-controls.ts'
import { optionsControl } from './options-control.ts'
import { titles } from './title-controls.ts'
import { annotations, advanced, forecast, querySection } from './query-controls.ts'

/** The panel of the time-series family (reference/viz-types.md §4, §10, §17). */
export type SeriesStyle = (typeof styles)[number]

const barTitles = {
  ...titles,
  rows: titles.rows.map((row) =>
    row.map((control) => ({
      ...control,
      label: control.name.endsWith('_title') ? 'Axis title' : control.name.endsWith('margin') ? 'Axis title margin' : 'Axis title position',
      ...(control.name === 'x_axis_title' && { heading: 'X-axis' }),
      ...(control.name === 'y_axis_title' && { heading: 'Y-axis' }),
    })),
  ),
}

const rich = on('rich_tooltip')

export const tooltip = [
  ...drawnRows(
    checkbox('rich_tooltip', 'Rich tooltip', true, { heading: 'Tooltip' }),
    checkbox('showTooltipTotal', 'Show total', true, { visible: rich }),
    checkbox('showTooltipPercentage', 'Show percentage', true, {
      visible: ({ form }) => Boolean(form['rich_tooltip']) && isSet(form['contributionMode']),
    }),
    startsAs(checkbox('tooltipSortByMetric', 'Tooltip sort by metric', false, { visible: rich }), true),
  ),
  [shared.timeFormat('tooltipTimeFormat', 'Tooltip time format')],
]

export const seriesTypes = labelled({
  line: 'Line',
  scatter: 'Scatter',
  smooth: 'Smooth line',
  bar: 'Bar',
  start: 'Step - start',
  middle: 'Step - middle',
  end: 'Step - end',
})

const seriesTypeOf = {
  line: select('seriesType', 'Series style', 'line', { choices: seriesTypes }),
  area: select('seriesType', 'Series style', 'line', {
    choices: seriesTypes.filter(({ value }) => value !== 'scatter' && value !== 'bar'),
  }),
  step: select('seriesType', 'Step type', 'start', { choices: labelled({ start: 'Start', middle: 'Middle', end: 'End' }) }),
}

const seriesType = (style: SeriesStyle) => (style === 'line' || style === 'area' || style === 'step' ? [seriesTypeOf[style]] : [])

const stacked = ({ form }: ControlState) => Boolean(form['show_value']) && isSet(form['stack'])

const stackStyle = (style: SeriesStyle) => ({
  ...select('stack', 'Stacked style', null, {
    clearable: true,
    choices: withNone<'Stack' | 'Stream' | 'Expand'>({ Stack: 'Stack', Stream: 'Stream', Expand: 'Expand' }).filter(
      ({ value }) => value !== 'Expand' || style === 'area',
    ),
  }),
  formerly: { true: 'Stack', Expand: 'Expand' } as const,
})

/** Parts of one whole lie on each other: all areas, and bars of a dimension, which side by side would be hairlines. */
const stack = (style: SeriesStyle) => {
  if (style === 'area') return startsAs(stackStyle(style), 'Stack')
  return style === 'bar'
    ? startsBy(stackStyle(style), ({ form }) => (asList(form['groupby']).length > 0 ? 'Stack' : null))
    : stackStyle(style)
}

const values = (style: SeriesStyle) => [
  checkbox('show_value', 'Show value', false),
  ...(style === 'smooth' ? [] : [stack(style)]),
  checkbox('only_total', 'Only total', true, { visible: stacked }),
  ...(style === 'smooth'
    ? []
    : [
        numberText('percentage_threshold', 'Percentage threshold', 0, {
          validate: isNumber,
          visible: (state) => stacked(state) && !state.form['only_total'],
        }),
      ]),
]

const opacity = (visible?: Control['visible']) =>
  slider('opacity', 'Area chart opacity', 0.2, { min: 0, max: 1, step: 0.1, ...(visible && { visible }) })

const areas = (style: SeriesStyle) => {
  if (style === 'line' || style === 'step') return [checkbox('area', 'Area chart', false), opacity(on('area'))]
  return style === 'area' ? [opacity(), checkbox('show_extra_controls', 'Extra controls', false)] : []
}

const markers = (style: SeriesStyle) =>
  style === 'bar'
    ? []
    : [
        checkbox('markerEnabled', 'Marker', false),
        slider('markerSize', 'Marker size', 6, { min: 0, max: style === 'scatter' ? 100 : 20, visible: on('markerEnabled') }),
      ]

export const xAxisControls = (style: SeriesStyle) => [
  [{ ...shared.timeFormat('x_axis_time_format', 'Time format'), heading: 'X-axis' }],
  [{ ...shared.numberFormat('x_axis_number_format', 'Number format', '~g'), visible: isNumericAxis }],
  ...drawnRows(
    freeSelect('xAxisLabelRotation', style === 'bar' ? 'Rotate axis label' : 'Rotate X-axis label', 0, {
      choices: shared.degrees(0, 45),
    }),
    select('xAxisLabelInterval', 'X-axis label interval', 'auto', {
      choices: labelled({ auto: 'Auto', '0': 'All' }),
    }),
    checkbox('force_max_interval', 'Force time grain as max interval', false, { visible: ({ form }) => isSet(form['time_grain_sqla']) }),
    checkbox('minorTicks', 'Minor ticks', false),
    checkbox('truncateXAxis', 'Truncate X-axis', true),
    bounds('xAxisBounds', 'X-axis bounds', { visible: on('truncateXAxis') }),
  ),
]

const yAxisControls = (style: SeriesStyle) => {
  const bar = style === 'bar'
  return [
    [{ ...shared.numberFormat('y_axis_format', bar ? 'Axis format' : 'Y-axis format'), heading: 'Y-axis' }],
    [shared.currencyFormat],
    ...drawnRows(
      checkbox('logAxis', bar ? 'Logarithmic axis' : 'Logarithmic Y-axis', false),
      checkbox('minorSplitLine', 'Minor split line', false),
      checkbox('truncateYAxis', bar ? 'Truncate axis' : 'Truncate Y-axis', false),
      bounds('y_axis_bounds', bar ? 'Axis bounds' : 'Y-axis bounds', { visible: on('truncateYAxis') }),
    ),
  ]
}

const orientation = {
  label: 'Chart orientation',
  tab: 'customize' as const,
  open: true,
  rows: drawnRows(
    select('orientation', 'Bar orientation', 'vertical', { choices: labelled({ vertical: 'Vertical', horizontal: 'Horizontal' }) }),
  ),
}

const options = (style: SeriesStyle) => ({
  label: 'Chart options',
  tab: 'customize' as const,
  open: true,
  rows: [
    [shared.colorScheme],
    ...drawnRows(
      checkbox('time_shift_color', 'Match time shift color with original series', true, {
        visible: ({ form }) => isSet(form['time_compare']),
      }),
      ...seriesType(style),
      ...(style === 'bar'
        ? [
            checkbox('color_by_primary_axis', 'Color by X-axis', false, {
              visible: ({ form }) => !isSet(form['stack']) && asList(form['groupby']).length === 0,
            }),
          ]
        : []),
      ...values(style),
      ...areas(style),
      ...markers(style),
      checkbox('zoomable', 'Data zoom', false),
      select('sort_series_type', 'Sort series by', 'sum', { heading: 'Series order', choices: seriesOrders }),
      checkbox('sort_series_ascending', 'Sort series ascending', false),
    ),
    ...shared.legend,
    ...xAxisControls(style),
    ...tooltip,
    ...yAxisControls(style),
    ...(style === 'scatter' || style === 'step' ? [] : [[optionsControl]]),
  ],
})

const styles = ['line', 'area', 'bar', 'smooth', 'step', 'scatter'] as const

export const timeSeriesControls = (style: SeriesStyle) => [
  querySection(style === 'bar' ? style : undefined),
  advanced(),
  annotations,
  forecast,
  ...(style === 'bar' ? [orientation, barTitles] : [titles]),
  options(style),
]

/** Every control of the family: a form that was made in one style is drawn in another. */
const familyControls = styles.flatMap(timeSeriesControls)

export type TimeSeriesForm = FormOf<typeof familyControls>

/** Reads a form for one style of the family. */
export const formReader = (style: SeriesStyle): ((saved: FormData) => TimeSeriesForm) => {
  const panel = [...timeSeriesControls(style), ...familyControls]
  return (saved) => readForm(panel, saved)
}
