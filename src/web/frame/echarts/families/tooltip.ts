import { TooltipComponent } from 'echarts/components'

export const parts = [TooltipComponent]
