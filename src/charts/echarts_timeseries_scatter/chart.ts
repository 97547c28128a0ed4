import { timeSeriesChart } from '../shared/time-series/chart.ts'

export const scatterChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_scatter',
    name: 'Scatter Plot',
    description: 'One point per value: shows spread, clusters and what lies apart.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Scatter', 'Popular'],
    icon: 'points',
    series: 'scatter',
    galleryPlace: 8,
  },
  'scatter',
)
