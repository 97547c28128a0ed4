import { asList, asRecord, isSet } from '#core/query/read.ts'
import type { ControlState, Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, drawn, drawnRows, isInteger, labelled, numberText, on, select, text } from '../shared/form/controls.ts'
import { headerSize, nameControls, smallSize } from '../shared/svg/figure.ts'
import { rollingControls } from '../shared/time-series/form/query-controls.ts'

const aggregations = labelled({
  raw: 'None',
  LAST_VALUE: 'Last value',
  sum: 'Total (sum)',
  mean: 'Average (mean)',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
})

const isRange = (value: unknown) => isSet(value) && value !== 'No filter'

/** Whether the form has a time range of its own or a filter by time. */
const hasTimeRange = ({ form }: ControlState) =>
  isRange(form['time_range']) ||
  asList(form['adhoc_filters']).some((filter) => {
    const { operator, comparator } = asRecord(filter)
    return operator === 'TEMPORAL_RANGE' && isRange(comparator)
  })

export const bigNumberControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [{ ...shared.xAxis, label: 'Temporal X-axis', columns: 'temporal' as const }, shared.timeGrain],
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
      [numberText('compare_lag', 'Comparison period lag', undefined, { validate: isInteger })],
      [text('compare_suffix', 'Comparison suffix')],
      ...drawnRows(
        checkbox('show_timestamp', 'Show timestamp', false),
        checkbox('show_trend_line', 'Show trend line', true),
        checkbox('start_y_axis_at_zero', 'Start Y-axis at 0', true),
        checkbox('time_range_fixed', 'Fix to selected time range', false, { visible: hasTimeRange }),
      ),
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorPicker],
      ...drawnRows(headerSize, smallSize('subheader_font_size', 'Subheader font size')),
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
] satisfies Section[]

/** The former name of the subtitle. */
export const heldControls = [text('subheader', '')] as const

export type BigNumberForm = FormOf<typeof bigNumberControls> & FormOf<typeof heldControls>
