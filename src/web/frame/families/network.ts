import { ChordChart, GraphChart, SankeyChart } from 'echarts/charts'

export const parts = [GraphChart, SankeyChart, ChordChart]
