import { timeSeriesChart } from '../shared/time-series/chart.ts'

export const smoothChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_smooth',
    name: 'Smooth Line',
    description: 'A line without corners that never leaves the range of its data.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Line', 'Transformable'],
    icon: 'spline',
    series: 'line',
  },
  'smooth',
)
