import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, drawnRows, select, startsAs } from '../shared/form/controls.ts'

const labelTypes = [
  { value: 'Key', label: 'Key' },
  { value: 'value', label: 'Value' },
  { value: 'key_value', label: 'Category and value' },
]

export const treemapControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [{ ...shared.groupby, wanted: 1 }],
      [shared.metric],
      [shared.adhocFilters],
      [shared.rowLimit],
      [startsAs(checkbox('sort_by_metric', 'Sort by metric', false), true)],
    ],
  },
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
