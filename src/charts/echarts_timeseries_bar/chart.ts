import { timeSeriesChart } from '../shared/time-series/chart.ts'

export const barChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_bar',
    name: 'Bar Chart',
    description: 'Compares amounts between categories or periods; upright or lying, side by side or stacked.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Stacked', 'Vertical', 'Bar', 'Popular'],
    icon: 'bars',
    series: 'bar',
    categoryLimit: { above: 100, rows: 50 },
    galleryPlace: 7,
  },
  'bar',
)
