import { TitleComponent } from 'echarts/components'

export const parts = [TitleComponent]
