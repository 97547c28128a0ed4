import { timeSeriesChart } from '../shared/time-series/chart.ts'

export const lineChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_line',
    name: 'Line Chart',
    description: 'Shows how numbers change along time or another ordered axis, one line per series.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
    series: 'line',
    galleryPlace: 5,
  },
  'line',
)
