import { metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import type { Chart } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, drawnRows, isNumber, labelled, on, select, slider, startsAs, text, withNone } from '../shared/controls.ts'
import { oneMetricQuery } from '../shared/one-metric-query.ts'
import { oneMetricSelection } from '../shared/one-metric-selection.ts'
import { oneMetricSentence } from '../shared/one-metric-sentence.ts'
import { pieOption } from './option.ts'

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

/** The share of each slice comes beside its value, as 6.1 asks for it: downloads and reports show it. */
const queries = (form: FormData): QueryObject[] => {
  if (!isSet(form['metric'])) return oneMetricQuery(form)
  const metric = metricLabel(form['metric'] as QueryMetric)
  const options = { columns: [metric], rename_columns: [`${metric}__contribution`] }
  return oneMetricQuery(form).map((query) => ({ ...query, post_processing: [{ operation: 'contribution', options }] }))
}

export const pieChart: Chart = {
  viz_type: 'pie',
  name: 'Pie Chart',
  description: 'Shows how few parts make a whole.',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  tile: 6,
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [{ ...shared.groupby, wanted: 1 }],
        [shared.metric],
        [shared.adhocFilters],
        [shared.rowLimitOf(100)],
        [checkbox('sort_by_metric', 'Sort by metric', true)],
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.colorScheme],
        ...drawnRows(
          text('show_labels_threshold', 'Percentage threshold', { default: 5, validate: isNumber }),
          { name: 'threshold_for_other', type: 'number', label: 'Threshold for “Other”', default: 0, min: 0, max: 100, step: 0.5 },
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
          checkbox('label_line', 'Label line', false, { visible: on('show_labels') }),
          startsAs(checkbox('show_total', 'Show total', false), true),
          slider('outerRadius', 'Outer radius', 70, { heading: 'Pie shape', min: 10, max: 100, step: 1 }),
          startsAs(checkbox('donut', 'Donut', false), true),
          startsAs(slider('innerRadius', 'Inner radius', 30, { min: 0, max: 100, step: 1, visible: on('donut') }), 45),
        ),
      ],
    },
  ],
  buildQuery: queries,
  option: pieOption,
  sentence: oneMetricSentence,
  selection: oneMetricSelection,
}
