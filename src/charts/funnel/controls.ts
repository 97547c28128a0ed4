import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, drawnRows, labelled, select, startsAs } from '../shared/form/controls.ts'
import { oneMetricSection } from '../shared/one-metric/controls.ts'

const contents = [
  'Category name',
  'Value',
  'Percentage',
  'Category and value',
  'Category and percentage',
  'Category, value and percentage',
].map((label, value) => ({ value, label }))

const querySection = oneMetricSection(shared.rowLimitOf(10), true)

export const funnelControls = [
  {
    ...querySection,
    rows: [
      ...querySection.rows,
      ...drawnRows(
        select('percent_calculation_type', '% calculation', 'first_step', {
          choices: labelled({
            first_step: 'Calculate from first step',
            prev_step: 'Calculate from previous step',
            total: 'Percent of total',
          }),
        }),
      ),
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      ...shared.legend,
      ...drawnRows(
        startsAs(select('label_type', 'Label contents', 0, { heading: 'Labels', choices: contents }), 5),
        select('tooltip_label_type', 'Tooltip contents', 5, { choices: contents }),
      ),
      [shared.numberFormat('number_format', 'Number format')],
      [shared.currencyFormat],
      ...drawnRows(checkbox('show_labels', 'Show labels', true), checkbox('show_tooltip_labels', 'Show tooltip labels', true)),
    ],
  },
] satisfies Section[]

export type FunnelForm = FormOf<typeof funnelControls>
