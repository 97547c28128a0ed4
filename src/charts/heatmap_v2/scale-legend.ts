import type { ValueFormatter } from '#core/format/number.ts'
import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import type { Shading } from './shading.ts'

const usual = { width: 110, height: 8 }
const minWidth = 24
const gap = 8

/** The ramp with its ends in the legend's row, narrower where the picture is. */
export const scaleLegend = ({ low, high, steps, smooth }: Shading, text: ValueFormatter, { theme, measure, width }: DrawContext) => {
  const label = {
    fontFamily: fonts.text,
    fontSize: sizes.caption,
    lineHeight: measures.line,
    fill: colors[theme].text2,
    verticalAlign: 'middle' as const,
  }
  const start = measure(text(low), sizes.caption) + gap
  const room = width - start - gap - Math.ceil(measure(text(high), sizes.caption))
  const scale = { ...usual, width: Math.max(minWidth, Math.min(usual.width, room)) }
  const middle = measures.legendRow / 2 - 2
  const fill = (i: number) => steps[i] as string
  const boxes = smooth
    ? [
        {
          type: 'rect' as const,
          shape: { x: 0, y: 0, ...scale, r: 2 },
          style: {
            fill: {
              type: 'linear' as const,
              x: 0,
              y: 0,
              x2: 1,
              y2: 0,
              colorStops: steps.map((color, i) => ({ offset: i / (steps.length - 1), color })),
            },
          },
        },
      ]
    : steps.map((_, i) => ({
        type: 'rect' as const,
        shape: { x: (scale.width / steps.length) * i, y: 0, width: scale.width / steps.length - 1, height: scale.height, r: 2 },
        style: { fill: fill(i) },
      }))
  return [
    { type: 'text' as const, silent: true, x: 0, y: middle, style: { ...label, text: text(low) } },
    { type: 'group' as const, silent: true, x: start, y: middle - scale.height / 2, children: boxes },
    { type: 'text' as const, silent: true, x: start + scale.width + gap, y: middle, style: { ...label, text: text(high) } },
  ]
}
