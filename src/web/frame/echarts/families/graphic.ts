import { GraphicComponent } from 'echarts/components'

export const parts = [GraphicComponent]
