import { oneMetricQuery } from '../shared/one-metric/query.ts'
import { oneMetricSelection } from '../shared/one-metric/selection.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { gaugeOption } from './option.ts'
import { defineChart } from '../define-chart.ts'
import { gaugeControls } from './controls.ts'

export const gaugeChart = defineChart({
  viz_type: 'gauge_chart',
  name: 'Gauge Chart',
  description: 'Shows how far a number has come between two ends; one dial per value.',
  category: 'KPI',
  tags: ['Multi-Variables', 'Business', 'Comparison', 'ECharts', 'Report'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'dial',
  series: 'gauge',
  controls: gaugeControls,
  buildQuery: oneMetricQuery,
  option: gaugeOption,
  sentence: oneMetricSentence,
  selection: oneMetricSelection,
})
