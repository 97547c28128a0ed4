import {
  AriaComponent,
  DatasetComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components'
import { init as start, use } from 'echarts/core'
import { echartsTheme } from '#charts/shared/echarts-theme.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

use([
  GridComponent,
  LegendComponent,
  TooltipComponent,
  TitleComponent,
  GraphicComponent,
  DatasetComponent,
  AriaComponent,
  LabelLayout,
  CanvasRenderer,
])

export { use }

export const init = (element: HTMLElement, theme: ThemeName) => start(element, echartsTheme(theme), { renderer: 'canvas' })

export { echartsTheme }
