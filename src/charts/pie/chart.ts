import { metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { oneMetricQuery } from '../shared/one-metric/query.ts'
import { oneMetricSelection } from '../shared/one-metric/selection.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { pieOption } from './option.ts'
import { defineChart } from '../define-chart.ts'
import type { StatedForm } from '../read-form.ts'
import { pieControls } from './controls.ts'

/** The share of each slice comes beside its value, as 6.1 asks for it: downloads and reports show it. */
const queries = (form: StatedForm<typeof pieControls>, saved: FormData): QueryObject[] => {
  if (!form.metric) return oneMetricQuery(form, saved)
  const metric = metricLabel(form.metric)
  const options = { columns: [metric], rename_columns: [`${metric}__contribution`] }
  return oneMetricQuery(form, saved).map((query) => ({ ...query, post_processing: [{ operation: 'contribution', options }] }))
}

export const pieChart = defineChart({
  viz_type: 'pie',
  name: 'Pie Chart',
  description: 'Shows how few parts make a whole.',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
  galleryPlace: 9,
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  series: 'pie',
  controls: pieControls,
  buildQuery: queries,
  option: pieOption,
  sentence: oneMetricSentence,
  selection: oneMetricSelection,
})
