import { timeSeriesChart } from '../shared/time-series/chart.ts'

export const stepChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_step',
    name: 'Stepped Line',
    description: 'For what holds its value until it changes: prices, stock levels, settings.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Stacked'],
    icon: 'steps',
    series: 'line',
  },
  'step',
)
