import { oneMetricQuery } from '../shared/one-metric/query.ts'
import { oneMetricSelection } from '../shared/one-metric/selection.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { defineChart } from '../define-chart.ts'
import { funnelControls } from './controls.ts'
import { funnelOption } from './option.ts'

export const funnelChart = defineChart({
  viz_type: 'funnel',
  name: 'Funnel Chart',
  description: 'Shows how many are left after each step of a way.',
  category: 'KPI',
  tags: ['Business', 'ECharts', 'Progressive', 'Report', 'Sequential', 'Trend'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'funnel',
  series: 'funnel',
  controls: funnelControls,
  buildQuery: oneMetricQuery,
  option: funnelOption,
  sentence: oneMetricSentence,
  selection: oneMetricSelection,
})
