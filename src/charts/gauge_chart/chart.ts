import type { Chart } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, choices, drawnRows, isInteger, select, slider, startsAs, text } from '../shared/controls.ts'
import { oneMetricQuery } from '../shared/one-metric-query.ts'
import { oneMetricSelection } from '../shared/one-metric-selection.ts'
import { oneMetricSentence } from '../shared/one-metric-sentence.ts'
import { gaugeOption } from './option.ts'

export const gaugeChart: Chart = {
  viz_type: 'gauge_chart',
  name: 'Gauge Chart',
  description: 'Shows how far a number has come between two ends; one dial per value.',
  category: 'KPI',
  tags: ['Multi-Variables', 'Business', 'Comparison', 'ECharts', 'Report'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [shared.groupby],
        [shared.metric],
        [shared.adhocFilters],
        [select('row_limit', 'Row limit', 10, { freeForm: true, choices: choices(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), validate: isInteger })],
        [startsAs(checkbox('sort_by_metric', 'Sort by metric', false), true)],
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        ...drawnRows(
          text('min_val', 'Min', { heading: 'General', default: null, validate: isInteger }),
          text('max_val', 'Max', { default: null, validate: isInteger }),
          text('start_angle', 'Start angle', { default: 225 }),
          text('end_angle', 'End angle', { default: -45 }),
        ),
        [shared.colorScheme],
        ...drawnRows(slider('font_size', 'Font size', 15, { min: 10, max: 20 })),
        [shared.numberFormat('number_format', 'Number format')],
        [shared.currencyFormat],
        ...drawnRows(
          text('value_formatter', 'Value format', { default: '{value}' }),
          checkbox('show_pointer', 'Show pointer', true),
          checkbox('animation', 'Animation', true),
          checkbox('show_axis_tick', 'Show axis line ticks', false, { heading: 'Axis' }),
          checkbox('show_split_line', 'Show split lines', false),
          slider('split_number', 'Split number', 10, { min: 3, max: 30 }),
          checkbox('show_progress', 'Show progress', true, { heading: 'Progress' }),
          checkbox('overlap', 'Overlap', true),
          checkbox('round_cap', 'Round cap', false),
          text('intervals', 'Interval bounds', { heading: 'Intervals', default: '' }),
          text('interval_color_indices', 'Interval colors', { default: '' }),
        ),
      ],
    },
  ],
  buildQuery: oneMetricQuery,
  option: gaugeOption,
  sentence: oneMetricSentence,
  selection: oneMetricSelection,
}
