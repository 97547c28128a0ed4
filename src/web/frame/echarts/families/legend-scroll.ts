import { LegendScrollComponent } from 'echarts/components'

export const parts = [LegendScrollComponent]
