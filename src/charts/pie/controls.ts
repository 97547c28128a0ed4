import type { ControlState, Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import {
  checkbox,
  drawnRows,
  isNumber,
  labelled,
  number,
  numberText,
  on,
  select,
  slider,
  startsAs,
  text,
  withNone,
} from '../shared/form/controls.ts'
import { oneMetricSection } from '../shared/one-metric/controls.ts'

const hasOuterLabels = ({ form }: ControlState) => Boolean(form['show_labels']) && form['labels_outside'] !== false

const labelTypes = labelled({
  key: 'Category name',
  value: 'Value',
  percent: 'Percentage',
  key_value: 'Category and value',
  key_percent: 'Category and percentage',
  key_value_percent: 'Category, value and percentage',
  value_percent: 'Value and percentage',
  template: 'Template',
})

export const pieControls = [
  oneMetricSection(shared.rowLimitOf(100), true),
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      ...drawnRows(
        numberText('show_labels_threshold', 'Percentage threshold', 5, { validate: isNumber }),
        number('threshold_for_other', 'Threshold for “Other”', 0, { min: 0, max: 100, step: 0.5 }),
        select('roseType', 'Rose type', null, { clearable: true, choices: withNone({ area: 'Area', radius: 'Radius' }) }),
      ),
      ...shared.legend,
      ...drawnRows(
        startsAs(select('label_type', 'Label type', 'key', { heading: 'Labels', choices: labelTypes }), 'key_value_percent'),
        text('label_template', 'Label template', { visible: ({ form }) => form['label_type'] === 'template' }),
      ),
      [shared.numberFormat('number_format', 'Number format')],
      [shared.currencyFormat],
      [shared.timeFormat('date_format', 'Date format')],
      ...drawnRows(
        checkbox('show_labels', 'Show labels', true),
        checkbox('labels_outside', 'Put labels outside', true, { visible: on('show_labels') }),
        startsAs(checkbox('label_line', 'Label line', false, { unsaid: true, visible: hasOuterLabels }), true),
        startsAs(checkbox('show_total', 'Show total', false), true),
        slider('outerRadius', 'Outer radius', 70, { heading: 'Pie shape', min: 10, max: 100, step: 1 }),
        startsAs(checkbox('donut', 'Donut', false), true),
        startsAs(slider('innerRadius', 'Inner radius', 30, { min: 0, max: 100, step: 1, visible: on('donut') }), 45),
      ),
    ],
  },
] satisfies Section[]

export type PieForm = FormOf<typeof pieControls>
