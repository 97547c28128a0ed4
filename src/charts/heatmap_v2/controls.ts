import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import {
  bounds,
  checkbox,
  choices,
  color,
  columnOf,
  drawnRows,
  freeSelect,
  isNonEmpty,
  labelled,
  select,
  slider,
  startsAs,
  unsaidIsNone,
} from '../shared/form/controls.ts'

const orders = labelled({
  alpha_asc: 'Axis ascending',
  alpha_desc: 'Axis descending',
  value_asc: 'Metric ascending',
  value_desc: 'Metric descending',
})

const interval = <N extends string>(name: N, label: string) =>
  select(name, label, -1, {
    choices: [{ value: -1, label: 'Auto' }, ...choices(...Array.from({ length: 50 }, (_, i) => i + 1))],
  })

const margin = <N extends string>(name: N, label: string) =>
  freeSelect(name, label, 'auto', { choices: [{ value: 'auto', label: 'Auto' }, ...choices(50, 75, 100, 125, 150, 200)] })

export const heatmapControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [shared.xAxis, shared.timeGrain],
      [columnOf('groupby', 'Y-axis', { initial: () => [], required: true, validate: isNonEmpty })],
      [shared.metric],
      [shared.adhocFilters],
      [shared.rowLimit],
      [unsaidIsNone(select('sort_x_axis', 'Sort X-axis', 'alpha_asc', { choices: orders }))],
      [unsaidIsNone(select('sort_y_axis', 'Sort Y-axis', 'alpha_asc', { choices: orders }))],
      [
        select('normalize_across', 'Normalize across', 'heatmap', {
          choices: labelled({ heatmap: 'Heatmap', x: 'X-axis', y: 'Y-axis' }),
        }),
      ],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      ...drawnRows(
        select('legend_type', 'Legend type', 'continuous', {
          choices: labelled({ continuous: 'Continuous', piecewise: 'Piecewise' }),
        }),
      ),
      [shared.linearColorScheme],
      ...drawnRows(
        color('border_color', 'Border color', { r: 0, g: 0, b: 0, a: 1 }),
        slider('border_width', 'Border width', 0, { min: 0, max: 2, step: 0.1 }),
        interval('xscale_interval', 'X-scale interval'),
        interval('yscale_interval', 'Y-scale interval'),
        margin('left_margin', 'Left margin'),
        margin('bottom_margin', 'Bottom margin'),
        bounds('value_bounds', 'Value bounds'),
      ),
      [shared.numberFormat('y_axis_format', 'Value format')],
      [shared.timeFormat('x_axis_time_format', 'Time format')],
      ...drawnRows(freeSelect('xAxisLabelRotation', 'Rotate X-axis label', 0, { choices: shared.degrees(0, 45, 90) })),
      [shared.currencyFormat],
      ...drawnRows(
        checkbox('show_legend', 'Legend', true),
        checkbox('show_percentage', 'Show percentage', true),
        startsAs(checkbox('show_values', 'Show values', false), true),
        checkbox('normalized', 'Normalized', false),
      ),
    ],
  },
] satisfies Section[]

export type HeatmapForm = FormOf<typeof heatmapControls>
