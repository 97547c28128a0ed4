import { MarkAreaComponent, MarkLineComponent, MarkPointComponent } from 'echarts/components'

export const parts = [MarkLineComponent, MarkAreaComponent, MarkPointComponent]
