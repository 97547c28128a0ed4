import { BarChart } from 'echarts/charts'

export const parts = [BarChart]
