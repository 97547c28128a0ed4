import { BoxplotChart } from 'echarts/charts'

export const parts = [BoxplotChart]
