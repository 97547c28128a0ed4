import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, choices, columnOf, drawnRows, freeSelect, isInteger, isNonEmpty, on, text } from '../shared/form/controls.ts'
import { titleMargin, titlePosition } from '../shared/time-series/form/title-controls.ts'

export const histogramControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [columnOf('column', 'Column', { columns: 'numeric', required: true, validate: isNonEmpty })],
      [shared.groupby],
      [shared.adhocFilters],
      [shared.rowLimit],
      [
        freeSelect('bins', 'Bins', 5, {
          choices: choices(...Array.from({ length: 16 }, (_, i) => i + 5)),
          validate: isInteger,
          initial: ({ form }) => (form['slice_id'] ? 5 : 15),
        }),
      ],
      [checkbox('normalize', 'Normalize', false)],
      [checkbox('cumulative', 'Cumulative', false)],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      ...drawnRows(
        checkbox('show_value', 'Show value', false),
        checkbox('show_legend', 'Show legend', true),
        text('x_axis_title', 'X-axis title', { default: '' }),
        titleMargin('x_axis_title_margin', 'X-axis title margin', on('x_axis_title')),
      ),
      [shared.numberFormat('x_axis_format', 'X-axis format')],
      ...drawnRows(
        text('y_axis_title', 'Y-axis title', { default: '' }),
        titleMargin('y_axis_title_margin', 'Y-axis title margin', on('y_axis_title')),
        titlePosition(on('y_axis_title')),
      ),
      [shared.numberFormat('y_axis_format', 'Y-axis format')],
    ],
  },
] satisfies Section[]

export type HistogramForm = FormOf<typeof histogramControls>
