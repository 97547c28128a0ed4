import { AriaComponent, DatasetComponent, TitleComponent } from 'echarts/components'

export const parts = [TitleComponent, DatasetComponent, AriaComponent]
