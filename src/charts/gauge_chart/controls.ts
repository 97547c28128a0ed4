import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, choices, drawnRows, freeSelect, isInteger, numberText, slider, startsAs, text } from '../shared/form/controls.ts'

export const gaugeControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [shared.groupby],
      [shared.metric],
      [shared.adhocFilters],
      [freeSelect('row_limit', 'Row limit', 10, { choices: choices(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), validate: isInteger })],
      [startsAs(checkbox('sort_by_metric', 'Sort by metric', false), true)],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      ...drawnRows(
        numberText('min_val', 'Min', null, { heading: 'General', validate: isInteger }),
        numberText('max_val', 'Max', null, { validate: isInteger }),
        numberText('start_angle', 'Start angle', 225),
        numberText('end_angle', 'End angle', -45),
      ),
      [shared.colorScheme],
      ...drawnRows(slider('font_size', 'Font size', 15, { min: 10, max: 20 })),
      [shared.numberFormat('number_format', 'Number format')],
      [shared.currencyFormat],
      ...drawnRows(
        text('value_formatter', 'Value format', { default: '{value}' }),
        checkbox('show_pointer', 'Show pointer', true, { visible: ({ form }) => form['show_progress'] === false }),
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
] satisfies Section[]

export type GaugeForm = FormOf<typeof gaugeControls>
