import { select, withNone } from '../shared/form/controls.ts'
import { timeSeriesChart } from '../shared/time-series/chart.ts'

const stackControl = select('stack', 'Stacked style', null, { choices: withNone({ Stack: 'Stack', Expand: 'Expand' }) })

export const areaChart = timeSeriesChart(
  {
    viz_type: 'echarts_area',
    name: 'Area Chart',
    description: 'Shows how much stands under a line; stacked, how parts make a whole over time.',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Line', 'Transformable', 'Stacked', 'Popular'],
    icon: 'area',
    series: 'line',
    galleryPlace: 6,
    pictureControls: (form) => (form['show_extra_controls'] === true ? [stackControl] : []),
  },
  'area',
)
