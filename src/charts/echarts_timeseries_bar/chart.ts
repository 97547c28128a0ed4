import { timeSeriesChart } from '../shared/time-series/chart.ts'
import { tile } from './tile.ts'

export const barChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_bar',
    tile,
    name: tile.name,
    description: 'Compares amounts between categories or periods; upright or lying, side by side or stacked.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Stacked', 'Vertical', 'Bar', 'Popular'],
    galleryPlace: 7,
  },
  'bar',
)
