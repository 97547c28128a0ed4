import { timeSeriesChart } from '../shared/time-series/chart.ts'
import { tile } from './tile.ts'

export const scatterChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries_scatter',
    tile,
    name: tile.name,
    description: 'One point per value: shows spread, clusters and what lies apart.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Scatter', 'Popular'],
    galleryPlace: 8,
  },
  'scatter',
)
