import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { element, rect, svgOf } from './svg.ts'

/** A column of a table that is drawn too small for its words. */
export type MarkColumn = {
  label: string
  align: 'left' | 'center' | 'right'
  text: (row: number) => string
  /** Part of the column that the bar behind a cell fills, 0 to 1; null without one. */
  bar?: ((row: number) => number | null) | undefined
}

const maxColumns = 5
const gap = 5
const lineHeight = 9
const [minLength, maxLength] = [20, 150]
const starts = { left: 0, center: 0.5, right: 1 } as const

/** A table as a very small picture: a mark as long as each text, where the text is. */
export const drawTableMarks = (columns: MarkColumn[], rowCount: number, { width, height, theme, measure }: DrawContext): string => {
  const c = colors[theme]
  const shown = columns.slice(0, Math.min(maxColumns, Math.max(2, Math.floor(width / 18))))
  const lines = Math.max(3, Math.floor((height - 10) / lineHeight))
  const step = (height - 10) / lines
  const rows = Math.min(rowCount, lines - 1)
  const lengthOf = (text: string) => Math.min(maxLength, measure(text, sizes.caption))
  const lengths = shown.map((column) => [column.label, ...Array.from({ length: rows }, (_, i) => column.text(i))].map(lengthOf))
  const spans = lengths.map((list) => Math.max(minLength, ...list))
  const side = Math.max(5, width * 0.06)
  const scale = (width - 2 * side - (shown.length - 1) * gap) / spans.reduce((sum, span) => sum + span, 0)
  let x = side
  const marks = shown.map((column, j) => {
    const span = (spans[j] as number) * scale
    const left = x
    x += span + gap
    return (lengths[j] as number[]).map((length, i) => {
      const y = 5 + i * step + step * 0.25
      const markHeight = Math.min(5, step * 0.5)
      const part = i === 0 ? null : (column.bar?.(i - 1) ?? null)
      if (part !== null) return rect({ x: left, y, width: Math.max(2, part * span), height: markHeight }, { fill: c.accent, rx: 1 })
      const markWidth = length === 0 ? 0 : Math.min(span, Math.max(4, length * scale))
      const at = left + (span - markWidth) * starts[column.align]
      return rect({ x: at, y, width: markWidth, height: markHeight }, { fill: i === 0 ? c.text3 : c.lineStrong, rx: 1 })
    })
  })
  return svgOf(width, height, ...marks.flat())
}

/** px from which a small picture of a table carries its words. */
export const wordsFrom = 80
const shrink = 1.5
const inset = 8

/** A picture drawn larger and made smaller, with a margin at the top and the sides. */
export const shrunk = (
  { width, height }: Pick<DrawContext, 'width' | 'height'>,
  draw: (width: number, height: number) => string,
): string => {
  const box = { x: inset, y: inset / 2, width: width - 2 * inset, height: height - inset / 2 }
  const [wide, high] = [Math.round(box.width * shrink), Math.round(box.height * shrink)]
  return svgOf(width, height, element('svg', { ...box, viewBox: `0 0 ${wide} ${high}` }, draw(wide, high)))
}
