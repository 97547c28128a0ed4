import { LineChart } from 'echarts/charts'

export const parts = [LineChart]
