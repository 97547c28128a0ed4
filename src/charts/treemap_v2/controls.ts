import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, drawnRows, select } from '../shared/form/controls.ts'
import { oneMetricSection } from '../shared/one-metric/controls.ts'

const labelTypes = [
  { value: 'Key', label: 'Key' },
  { value: 'value', label: 'Value' },
  { value: 'key_value', label: 'Category and value' },
]

export const treemapControls = [
  oneMetricSection(shared.rowLimit, false),
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      ...drawnRows(
        checkbox('show_labels', 'Show labels', true, { heading: 'Labels' }),
        checkbox('show_upper_labels', 'Show upper labels', true),
        select('label_type', 'Label type', 'key_value', { choices: labelTypes }),
      ),
      [shared.numberFormat('number_format', 'Number format')],
      [shared.currencyFormat],
      [shared.timeFormat('date_format', 'Date format')],
    ],
  },
] satisfies Section[]

export type TreemapForm = FormOf<typeof treemapControls>
