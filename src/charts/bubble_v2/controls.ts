import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import {
  bounds,
  checkbox,
  choices,
  columnOf,
  drawnRows,
  freeSelect,
  isNonEmpty,
  metricOf,
  on,
  select,
  slider,
  text,
} from '../shared/form/controls.ts'

const measure = <N extends string>(name: N, label: string) => metricOf(name, label, { default: null, required: true, validate: isNonEmpty })

const margins = choices(15, 30, 50, 75, 100, 125, 150, 200)

export const bubbleControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [columnOf('series', 'Dimension', { default: null, clearable: true })],
      [columnOf('entity', 'Entity', { default: null, required: true, validate: isNonEmpty })],
      [measure('x', 'X-axis')],
      [measure('y', 'Y-axis')],
      [shared.adhocFilters],
      [measure('size', 'Bubble size')],
      [shared.sortMetricOf('orderby')],
      [shared.orderDesc('orderby')],
      [shared.rowLimit],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      ...drawnRows(freeSelect('max_bubble_size', 'Max bubble size', 25, { choices: choices(5, 10, 15, 25, 50, 75, 100) })),
      [shared.numberFormat('tooltipSizeFormat', 'Bubble size number format')],
      ...drawnRows(slider('opacity', 'Bubble opacity', 0.6, { min: 0, max: 1, step: 0.1 })),
      ...shared.legend,
    ],
  },
  {
    label: 'X-axis',
    tab: 'customize',
    rows: [
      ...drawnRows(
        text('x_axis_label', 'X-axis title', { default: '' }),
        freeSelect('xAxisLabelRotation', 'Rotate X-axis label', 0, { choices: shared.degrees(0, 45, 90) }),
        select('xAxisLabelInterval', 'X-axis label interval', 'auto', { choices: shared.labelled({ auto: 'Auto', '0': 'All' }) }),
        freeSelect('x_axis_title_margin', 'X-axis title margin', 15, { choices: margins }),
      ),
      [shared.numberFormat('xAxisFormat', 'X-axis format')],
      ...drawnRows(
        checkbox('logXAxis', 'Logarithmic X-axis', false),
        checkbox('truncateXAxis', 'Truncate X-axis', true, { unsaid: false }),
        bounds('xAxisBounds', 'X-axis bounds', { visible: on('truncateXAxis') }),
      ),
    ],
  },
  {
    label: 'Y-axis',
    tab: 'customize',
    rows: [
      ...drawnRows(
        text('y_axis_label', 'Y-axis title', { default: '' }),
        freeSelect('yAxisLabelRotation', 'Rotate Y-axis label', 0, { choices: shared.degrees(0, 45) }),
        freeSelect('y_axis_title_margin', 'Y-axis title margin', 15, { choices: margins }),
      ),
      [shared.numberFormat('y_axis_format', 'Y-axis format')],
      ...drawnRows(
        checkbox('logYAxis', 'Logarithmic Y-axis', false),
        checkbox('truncateYAxis', 'Truncate Y-axis', false),
        bounds('y_axis_bounds', 'Y-axis bounds', { visible: on('truncateYAxis') }),
      ),
    ],
  },
] satisfies Section[]

export type BubbleForm = FormOf<typeof bubbleControls>
