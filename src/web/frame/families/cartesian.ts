import { BarChart, LineChart, ScatterChart } from 'echarts/charts'

export const parts = [LineChart, BarChart, ScatterChart]
