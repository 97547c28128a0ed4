import { asList, isSet } from '#core/query/read.ts'
import type { Control, ControlState, Section } from '../control.ts'
import * as shared from '../shared/form/controls.ts'
import { bounds, checkbox, currency, drawnRows, hidden, select, slider, startsBy, text } from '../shared/form/controls.ts'
import { optionsControl } from '../shared/time-series/form/options-control.ts'
import { seriesOrders } from '../shared/time-series/form/axis-controls.ts'
import { seriesTypes, tooltip, xAxisControls } from '../shared/time-series/form/controls.ts'
import { titles } from '../shared/time-series/form/title-controls.ts'
import { advanced, advancedOf, annotations } from '../shared/time-series/form/query-controls.ts'

/** Bars below a line with a scale of its own, both of the same rows. */
const starts: Record<string, (state: ControlState) => unknown> = {
  adhoc_filters_b: ({ form }) => form['adhoc_filters'] ?? [],
  seriesType: () => 'bar',
  stack: ({ form }) => asList(form['groupby']).length > 0,
  yAxisIndexB: () => 1,
}

const named = (control: Control, suffix: string): Control => {
  const renamed = { ...control, name: control.name + suffix }
  const start = starts[renamed.name]
  return start ? startsBy(renamed, start) : renamed
}

const query = (label: string, suffix: string): Section => ({
  label,
  tab: 'data',
  open: true,
  rows: [
    shared.metrics,
    shared.groupby,
    shared.adhocFilters,
    shared.seriesLimit,
    shared.sortMetric,
    checkbox('order_desc', 'Sort descending', true),
    shared.rowLimit,
    checkbox('truncate_metric', 'Truncate metric', true),
  ].map((control): Control[] => [named(control, suffix)]),
})

const sides = [
  { value: 0, label: 'Primary' },
  { value: 1, label: 'Secondary' },
]

const marks = (label: string, suffix: string): Control[][] =>
  drawnRows(
    ...[
      select('seriesType', 'Series type', 'line', { heading: label, choices: seriesTypes }),
      checkbox('stack', 'Stack series', false),
      checkbox('area', 'Area chart', false),
      checkbox('show_value', 'Show values', false),
      checkbox('only_total', 'Only total', true, {
        visible: ({ form }) => Boolean(form[`show_value${suffix}`]) && Boolean(form[`stack${suffix}`]),
      }),
      slider('opacity', 'Opacity', 0.2, { min: 0, max: 1, step: 0.1 }),
      checkbox('markerEnabled', 'Marker', false),
      slider('markerSize', 'Marker size', 6, { min: 0, max: 100 }),
      select('yAxisIndex', 'Y-axis', 0, { choices: sides }),
      select('sort_series_type', 'Sort series by', 'sum', { choices: seriesOrders }),
      checkbox('sort_series_ascending', 'Sort series ascending', false),
    ].map((control) => named(control, suffix)),
  )

/** Parts of the family's panel that this chart does not have: its values are no parts of one whole. */
const notHere = new Set(['xAxisForceCategorical', 'x_axis_number_format', 'showTooltipTotal', 'showTooltipPercentage'])

const isHere = (row: Control[]) => !row.some(({ name }) => notHere.has(name))

export const mixedControls: Section[] = [
  { label: 'Shared query fields', tab: 'data', open: true, rows: [[shared.xAxis, shared.timeGrain]] },
  query('Query A', ''),
  advanced('Advanced analytics Query A'),
  query('Query B', '_b'),
  advancedOf('Advanced analytics Query B', '_b'),
  annotations,
  titles,
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      ...drawnRows(
        checkbox('time_shift_color', 'Match time shift color with original series', true, {
          visible: ({ form }) => isSet(form['time_compare']),
        }),
        checkbox('zoomable', 'Data zoom', false),
        checkbox('show_query_identifiers', 'Show query identifiers', false),
      ),
      ...marks('Query A', ''),
      ...marks('Query B', 'B'),
      ...shared.legend,
      ...[...xAxisControls('line'), ...tooltip].filter(isHere),
      [hidden('showTooltipTotal', true)],
      [hidden('showTooltipPercentage', true)],
      ...drawnRows(
        checkbox('minorSplitLine', 'Minor split line', false, { heading: 'Y-axis' }),
        checkbox('truncateYAxis', 'Truncate Y-axis', false),
        bounds('y_axis_bounds', 'Primary Y-axis bounds'),
      ),
      [shared.numberFormat('y_axis_format', 'Primary Y-axis format')],
      [shared.currencyFormat],
      ...drawnRows(checkbox('logAxis', 'Logarithmic Y-axis', false), bounds('y_axis_bounds_secondary', 'Secondary Y-axis bounds')),
      [shared.numberFormat('y_axis_format_secondary', 'Secondary Y-axis format')],
      ...drawnRows(
        currency('currency_format_secondary', 'Secondary currency format'),
        text('yAxisTitleSecondary', 'Secondary Y-axis title', { default: '' }),
        checkbox('logAxisSecondary', 'Logarithmic Y-axis', false),
      ),
      [optionsControl],
    ],
  },
]
