import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { tickLayout } from '../shared/cartesian/tick-layout.ts'
import { checkbox, color, columnOf, drawnRows, text } from '../shared/form/controls.ts'

const picker = <N extends string>(name: N, label: string, [r, g, b]: [number, number, number], heading?: string) =>
  color(name, label, { r, g, b, a: 1 }, heading ? { heading } : {})

export const waterfallControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [shared.xAxis, shared.timeGrain],
      [columnOf('groupby', 'Breakdowns', { initial: () => [], clearable: true })],
      [shared.metric],
      [shared.adhocFilters],
      [shared.rowLimit],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      ...drawnRows(
        checkbox('show_value', 'Show value', false),
        checkbox('show_legend', 'Show legend', false),
        picker('increase_color', 'Increase', [90, 193, 137], 'Series colors'),
        picker('decrease_color', 'Decrease', [224, 67, 85]),
        checkbox('show_total', 'Show total', true),
        picker('total_color', 'Total', [102, 102, 102]),
        text('x_axis_label', 'X-axis label', { heading: 'X-axis', default: '' }),
      ),
      [shared.timeFormat('x_axis_time_format', 'Time format')],
      [tickLayout],
      ...drawnRows(text('y_axis_label', 'Y-axis label', { heading: 'Y-axis', default: '' })),
      [shared.numberFormat('y_axis_format', 'Y-axis format')],
      [shared.currencyFormat],
    ],
  },
] satisfies Section[]

export type WaterfallForm = FormOf<typeof waterfallControls>
