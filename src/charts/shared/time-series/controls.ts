import { asList, isSet } from '#core/query/read.ts'
import type { Control, ControlState, Section } from '../../chart.ts'
import * as shared from '../controls.ts'
import { checkbox, choices, drawnRows, isNumber, labelled, on, select, slider, startsAs, startsBy, text, withNone } from '../controls.ts'
import { isNumericAxis, seriesOrders } from './axis-controls.ts'
import { annotations, advanced, forecast, querySection } from './query-controls.ts'

/** The panel of the time-series family (reference/viz-types.md §4, §10, §17). */
export type SeriesStyle = 'line' | 'area' | 'bar' | 'smooth' | 'step' | 'scatter'

const margins = choices(0, 15, 30, 50, 75, 100, 125, 150, 200)

export const titles: Section = {
  label: 'Chart title',
  tab: 'customize',
  rows: drawnRows(
    text('x_axis_title', 'X-axis title', { default: '' }),
    select('x_axis_title_margin', 'X-axis title bottom margin', 0, { freeForm: true, choices: margins }),
    text('y_axis_title', 'Y-axis title', { default: '' }),
    select('y_axis_title_margin', 'Y-axis title margin', 0, { freeForm: true, choices: margins }),
    select('y_axis_title_position', 'Y-axis title position', 'Left', { choices: choices('Left', 'Top') }),
  ),
}

const barTitles: Section = {
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

export const tooltip = (rich = on('rich_tooltip')): Control[][] =>
  drawnRows(
    checkbox('rich_tooltip', 'Rich tooltip', true, { heading: 'Tooltip' }),
    checkbox('showTooltipTotal', 'Show total', true, { visible: rich }),
    checkbox('showTooltipPercentage', 'Show percentage', true, {
      visible: ({ form }) => Boolean(form['rich_tooltip']) && isSet(form['contributionMode']),
    }),
    checkbox('tooltipSortByMetric', 'Tooltip sort by metric', false, { visible: rich }),
  ).concat([[shared.timeFormat('tooltipTimeFormat', 'Tooltip time format')]])

export const seriesTypes = labelled({
  line: 'Line',
  scatter: 'Scatter',
  smooth: 'Smooth line',
  bar: 'Bar',
  start: 'Step - start',
  middle: 'Step - middle',
  end: 'Step - end',
})

const seriesTypeOf: Partial<Record<SeriesStyle, Control>> = {
  line: select('seriesType', 'Series style', 'line', { choices: seriesTypes }),
  area: select('seriesType', 'Series style', 'line', {
    choices: seriesTypes.filter(({ value }) => value !== 'scatter' && value !== 'bar'),
  }),
  step: select('seriesType', 'Step type', 'start', { choices: labelled({ start: 'Start', middle: 'Middle', end: 'End' }) }),
}

const stacked = ({ form }: ControlState) => Boolean(form['show_value']) && isSet(form['stack'])

const stackStyle = (style: SeriesStyle): Control =>
  select('stack', 'Stacked style', null, {
    clearable: true,
    choices: withNone({ Stack: 'Stack', Stream: 'Stream', ...(style === 'area' && { Expand: 'Expand' }) }),
  })

/** Parts of one whole lie on each other: all areas, and bars of a dimension, which side by side would be hairlines. */
const stack = (style: SeriesStyle): Control => {
  if (style === 'area') return startsAs(stackStyle(style), 'Stack')
  return style === 'bar'
    ? startsBy(stackStyle(style), ({ form }) => (asList(form['groupby']).length > 0 ? 'Stack' : null))
    : stackStyle(style)
}

const values = (style: SeriesStyle): Control[] => [
  checkbox('show_value', 'Show value', false),
  ...(style === 'smooth' ? [] : [stack(style)]),
  checkbox('only_total', 'Only total', true, { visible: stacked }),
  ...(style === 'smooth'
    ? []
    : [
        text('percentage_threshold', 'Percentage threshold', {
          default: 0,
          validate: isNumber,
          visible: (state) => stacked(state) && !state.form['only_total'],
        }),
      ]),
]

const opacity = (visible?: Control['visible']) =>
  slider('opacity', 'Area chart opacity', 0.2, { min: 0, max: 1, step: 0.1, ...(visible && { visible }) })

const areas: Partial<Record<SeriesStyle, Control[]>> = {
  line: [checkbox('area', 'Area chart', false), opacity(on('area'))],
  step: [checkbox('area', 'Area chart', false), opacity(on('area'))],
  area: [opacity(), checkbox('show_extra_controls', 'Extra controls', false)],
}

const markers = (style: SeriesStyle): Control[] =>
  style === 'bar'
    ? []
    : [
        checkbox('markerEnabled', 'Marker', false),
        slider('markerSize', 'Marker size', 6, { min: 0, max: style === 'scatter' ? 100 : 20, visible: on('markerEnabled') }),
      ]

export const xAxisControls = (style: SeriesStyle): Control[][] => [
  [{ ...shared.timeFormat('x_axis_time_format', 'Time format'), heading: 'X-axis' }],
  [{ ...shared.numberFormat('x_axis_number_format', 'Number format', '~g'), visible: isNumericAxis }],
  ...drawnRows(
    select('xAxisLabelRotation', style === 'bar' ? 'Rotate axis label' : 'Rotate X-axis label', 0, {
      freeForm: true,
      choices: shared.degrees(0, 45),
    }),
    select('xAxisLabelInterval', 'X-axis label interval', 'auto', {
      choices: [
        { value: 'auto', label: 'Auto' },
        { value: '0', label: 'All' },
      ],
    }),
    checkbox('force_max_interval', 'Force time grain as max interval', false, { visible: ({ form }) => isSet(form['time_grain_sqla']) }),
    checkbox('minorTicks', 'Minor ticks', false),
    checkbox('truncateXAxis', 'Truncate X-axis', true),
    { name: 'xAxisBounds', type: 'bounds', label: 'X-axis bounds', default: [null, null], visible: on('truncateXAxis') },
  ),
]

const yAxisControls = (style: SeriesStyle): Control[][] => {
  const bar = style === 'bar'
  return [
    [{ ...shared.numberFormat('y_axis_format', bar ? 'Axis format' : 'Y-axis format'), heading: 'Y-axis' }],
    [shared.currencyFormat],
    ...drawnRows(
      checkbox('logAxis', bar ? 'Logarithmic axis' : 'Logarithmic Y-axis', false),
      checkbox('minorSplitLine', 'Minor split line', false),
      checkbox('truncateYAxis', bar ? 'Truncate axis' : 'Truncate Y-axis', false),
      {
        name: 'y_axis_bounds',
        type: 'bounds',
        label: bar ? 'Axis bounds' : 'Y-axis bounds',
        default: [null, null],
        visible: on('truncateYAxis'),
      },
    ),
  ]
}

const orientation: Section = {
  label: 'Chart orientation',
  tab: 'customize',
  open: true,
  rows: drawnRows(
    select('orientation', 'Bar orientation', 'vertical', { choices: labelled({ vertical: 'Vertical', horizontal: 'Horizontal' }) }),
  ),
}

const options = (style: SeriesStyle): Section => ({
  label: 'Chart options',
  tab: 'customize',
  open: true,
  rows: [
    [shared.colorScheme],
    ...drawnRows(
      checkbox('time_shift_color', 'Match time shift color with original series', true, {
        visible: ({ form }) => isSet(form['time_compare']),
      }),
      ...(seriesTypeOf[style] ? [seriesTypeOf[style]] : []),
      ...(style === 'bar'
        ? [
            checkbox('color_by_primary_axis', 'Color by X-axis', false, {
              visible: ({ form }) => !isSet(form['stack']) && asList(form['groupby']).length === 0,
            }),
          ]
        : []),
      ...values(style),
      ...(areas[style] ?? []),
      ...markers(style),
      checkbox('zoomable', 'Data zoom', false),
      select('sort_series_type', 'Sort series by', 'sum', { heading: 'Series order', choices: seriesOrders }),
      checkbox('sort_series_ascending', 'Sort series ascending', false),
    ),
    ...shared.legend,
    ...xAxisControls(style),
    ...tooltip(),
    ...yAxisControls(style),
  ],
})

export const timeSeriesControls = (style: SeriesStyle): Section[] => [
  querySection(style === 'bar' ? style : undefined),
  advanced(),
  annotations,
  forecast,
  ...(style === 'bar' ? [orientation, barTitles] : [titles]),
  options(style),
]
