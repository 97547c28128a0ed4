import { aggregations } from '#core/transform/calculation/cell-aggregations.ts'
import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, columnsOf, conditionalFormatting, drawn, drawnRows, labelled, select, startsAs } from '../shared/form/controls.ts'

/** The names are the wire's; they are written like all others. */
const aggregationChoices = Object.keys(aggregations).map((value) => ({
  value,
  label: `${value.slice(0, 1)}${value.slice(1).toLowerCase()}`,
}))

const orders = labelled({
  key_a_to_z: 'Key a-z',
  key_z_to_a: 'Key z-a',
  value_a_to_z: 'Value ascending',
  value_z_to_a: 'Value descending',
})

const position = <N extends string>(name: N, label: string, [first, last]: [string, string]) =>
  startsAs(
    select(name, label, false, {
      choices: [
        { value: true, label: first },
        { value: false, label: last },
      ],
    }),
    true,
  )

export const pivotControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [columnsOf('groupbyColumns', 'Columns')],
      [columnsOf('groupbyRows', 'Rows')],
      [shared.timeGrainOf('groupbyColumns', 'groupbyRows')],
      [shared.temporalColumns],
      [shared.metrics],
      ...drawnRows(select('metricsLayout', 'Apply metrics on', 'COLUMNS', { choices: labelled({ COLUMNS: 'Columns', ROWS: 'Rows' }) })),
      [shared.adhocFilters],
      [shared.pivotSeriesLimit],
      [{ ...shared.rowLimit, label: 'Cell limit' }],
      [shared.sortMetricOf('series_limit_metric')],
      [shared.orderDesc('series_limit_metric')],
    ],
  },
  {
    label: 'Options',
    tab: 'data',
    open: true,
    rows: drawnRows(
      select('aggregateFunction', 'Aggregation function', 'Sum', { choices: aggregationChoices }),
      checkbox('rowTotals', 'Show rows total', false),
      checkbox('rowSubTotals', 'Show rows subtotal', false),
      checkbox('colTotals', 'Show columns total', false),
      checkbox('colSubTotals', 'Show columns subtotal', false),
      checkbox('transposePivot', 'Transpose pivot', false),
      checkbox('combineMetric', 'Combine metrics', false),
    ),
  },
  {
    label: 'Options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.numberFormat('valueFormat', 'Value format')],
      [shared.currencyFormat],
      [shared.timeFormat('date_format', 'Date format')],
      ...drawnRows(
        select('rowOrder', 'Sort rows by', 'key_a_to_z', { choices: orders }),
        select('colOrder', 'Sort columns by', 'key_a_to_z', { choices: orders }),
        position('rowSubtotalPosition', 'Rows subtotal position', ['Top', 'Bottom']),
        position('colSubtotalPosition', 'Columns subtotal position', ['Left', 'Right']),
      ),
      [drawn(conditionalFormatting('conditional_formatting', 'Conditional formatting', { looks: ['gradient', 'text', 'row', 'icon'] }))],
      [drawn(checkbox('allow_render_html', 'Render columns in HTML format', true))],
    ],
  },
] satisfies Section[]

export type PivotForm = FormOf<typeof pivotControls>
