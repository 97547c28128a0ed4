import { echartsTheme } from '#charts/shared/look/echarts-theme.ts'
import { keepTextsApart } from '#charts/shared/look/text-cache.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { GridComponent } from 'echarts/components'
import { init as start, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

keepTextsApart()
use([GridComponent, CanvasRenderer])

export { echartsTheme, use }

export const init = (element: HTMLElement, theme: ThemeName, { width, height }: { width: number; height: number }) =>
  start(element, echartsTheme(theme), { renderer: 'canvas', width, height })
