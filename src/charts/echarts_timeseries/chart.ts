import { timeSeriesChart } from '../shared/time-series/chart.ts'

export const genericChart = timeSeriesChart(
  {
    viz_type: 'echarts_timeseries',
    name: 'Generic Chart',
    description: 'Lines, points, bars or steps along one axis; the style is a setting.',
    tags: ['Advanced-Analytics', 'Aesthetic', 'Line', 'Predictive', 'Time', 'Transformable'],
    icon: 'shapes',
  },
  'line',
)
