import { TreeChart, SunburstChart } from 'echarts/charts'

export const parts = [TreeChart, SunburstChart]
