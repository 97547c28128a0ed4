import { LegendComponent } from 'echarts/components'

export const parts = [LegendComponent]
