import { LegendPlainComponent } from 'echarts/components'

export const parts = [LegendPlainComponent]
