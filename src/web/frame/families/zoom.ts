import { BrushComponent, DataZoomComponent, ToolboxComponent } from 'echarts/components'

export const parts = [DataZoomComponent, ToolboxComponent, BrushComponent]
