import { SunburstChart, TreeChart, TreemapChart } from 'echarts/charts'

export const parts = [TreeChart, TreemapChart, SunburstChart]
