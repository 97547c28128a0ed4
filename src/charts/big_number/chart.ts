import { isSet } from '#core/query/read.ts'
import type { Chart } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, drawn, drawnRows, isInteger, labelled, on, select, text } from '../shared/controls.ts'
import { headerSize, nameControls, smallSize } from '../shared/figure.ts'
import { rollingControls } from '../shared/time-series/query-controls.ts'
import { grainWord, metricNames } from '../shared/time-series/sentence.ts'
import { drawBigNumber } from './draw.ts'
import { bigNumberQueries } from './query.ts'

const aggregations = labelled({
  raw: 'None',
  LAST_VALUE: 'Last value',
  sum: 'Total (sum)',
  mean: 'Average (mean)',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
})

export const bigNumberChart: Chart = {
  viz_type: 'big_number',
  name: 'Big Number with Trendline',
  description: 'One number with the way it came: its trend, and its change against an earlier one.',
  category: 'KPI',
  tags: ['Advanced-Analytics', 'Line', 'Percentages', 'Popular', 'Report', 'Description', 'Trend'],
  behaviors: ['DRILL_TO_DETAIL'],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [{ ...shared.xAxis, label: 'Temporal X-axis', columns: 'temporal' }, shared.timeGrain],
        [select('aggregation', 'Aggregation method', 'LAST_VALUE', { choices: aggregations })],
        [shared.metric],
        [shared.adhocFilters],
      ],
    },
    {
      label: 'Options',
      tab: 'data',
      open: true,
      rows: [
        [text('compare_lag', 'Comparison period lag', { validate: isInteger })],
        [text('compare_suffix', 'Comparison suffix')],
        ...drawnRows(
          checkbox('show_timestamp', 'Show timestamp', false),
          checkbox('show_trend_line', 'Show trend line', true),
          checkbox('start_y_axis_at_zero', 'Start Y-axis at 0', true),
          {
            name: 'time_range_fixed',
            type: 'checkbox',
            label: 'Fix to selected time range',
            visible: ({ form }) => isSet(form['time_range']),
          },
        ),
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.colorPicker],
        ...drawnRows(headerSize(), smallSize('subheader_font_size', 'Subheader font size')),
        ...nameControls,
        ...drawnRows(
          checkbox('show_x_axis', 'Show X-axis', false),
          checkbox('show_x_axis_min_max_labels', 'Show min/max axis labels', false, { visible: on('show_x_axis') }),
          checkbox('show_y_axis', 'Show Y-axis', false),
          checkbox('show_y_axis_min_max_labels', 'Show min/max axis labels', false, { visible: on('show_y_axis') }),
        ),
        [shared.numberFormat('y_axis_format', 'Number format')],
        [shared.currencyFormat],
        [shared.timeFormat('time_format', 'Date format')],
        [drawn(checkbox('force_timestamp_formatting', 'Force date format', false))],
      ],
    },
    rollingControls('Advanced analytics'),
  ],
  buildQuery: (form) => bigNumberQueries(form),
  svg: drawBigNumber,
  sentence: (form, context) => {
    const metric = metricNames(form['metric'], context)[0] ?? context.t('Nothing')
    const grain = grainWord(form, context)
    return grain ? context.t('%(metrics)s per %(grain)s', { metrics: metric, grain }) : metric
  },
}
