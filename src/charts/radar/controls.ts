import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, columnConfig, drawnRows, select } from '../shared/form/controls.ts'

const positions: [string, string][] = [
  ['top', 'Top'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
  ['inside', 'Inside'],
  ['insideLeft', 'Inside left'],
  ['insideRight', 'Inside right'],
  ['insideTop', 'Inside top'],
  ['insideBottom', 'Inside bottom'],
  ['insideTopLeft', 'Inside top left'],
  ['insideBottomLeft', 'Inside bottom left'],
  ['insideTopRight', 'Inside top right'],
  ['insideBottomRight', 'Inside bottom right'],
]

export const radarControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [{ ...shared.groupby, wanted: 1 }],
      [{ ...shared.metrics, wanted: 3 }],
      [shared.sortMetric],
      [shared.adhocFilters],
      [shared.rowLimitOf(10)],
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
        checkbox('show_labels', 'Show labels', true, { heading: 'Labels' }),
        select('label_type', 'Label type', 'value', {
          choices: [
            { value: 'value', label: 'Value' },
            { value: 'key_value', label: 'Category and value' },
          ],
        }),
        select('label_position', 'Label position', 'top', { choices: positions.map(([value, label]) => ({ value, label })) }),
      ),
      [shared.numberFormat('number_format', 'Number format')],
      [shared.timeFormat('date_format', 'Date format')],
      ...drawnRows(
        columnConfig('column_config', 'Customize metrics', { heading: 'Radar', sets: 'maximum' }),
        checkbox('is_circle', 'Circle radar shape', false),
      ),
    ],
  },
] satisfies Section[]

export type RadarForm = FormOf<typeof radarControls>
