import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { rect, svgOf } from './svg.ts'

/** A table as a small picture: bars for its texts. */
export const drawTableMarks = (columns: number, { width, height, theme }: DrawContext): string => {
  const c = colors[theme]
  const shown = Math.min(4, Math.max(2, columns))
  const gap = 4
  const side = Math.max(6, width * 0.08)
  const cellWidth = (width - 2 * side - (shown - 1) * gap) / shown
  const lines = Math.max(3, Math.floor((height - 12) / 9))
  const step = (height - 12) / lines
  const marks = Array.from({ length: lines }, (_, i) =>
    Array.from({ length: shown }, (__, j) =>
      rect(
        { x: side + j * (cellWidth + gap), y: 6 + i * step + step * 0.25, width: cellWidth, height: Math.min(5, step * 0.5) },
        { fill: i === 0 ? c.text3 : c.lineStrong, rx: 1 },
      ),
    ).join(''),
  )
  return svgOf(width, height, ...marks)
}
