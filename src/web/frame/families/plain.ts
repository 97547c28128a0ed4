import { AriaComponent, DatasetComponent, GraphicComponent, TitleComponent } from 'echarts/components'

export const parts = [TitleComponent, GraphicComponent, DatasetComponent, AriaComponent]
