import { HeatmapChart } from 'echarts/charts'

export const parts = [HeatmapChart]
