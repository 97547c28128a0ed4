import { contrast, rgba } from '#core/color/parse.ts'
import { rgb } from 'd3-color'
import { interpolateRgb } from 'd3-interpolate'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import type { Choice, Color, Control } from '../../control.ts'
import { ellipsis } from '../cartesian/category-labels.ts'
import { checkbox, drawnRows, on, select, text } from '../form/controls.ts'
import { textAt } from './svg.ts'

/** What the charts that show one number share. */
const fontSizes = (pairs: [number, string][]): Choice<number>[] => pairs.map(([value, label]) => ({ value, label }))

const headerSizes = fontSizes([
  [0.2, 'Tiny'],
  [0.3, 'Small'],
  [0.4, 'Normal'],
  [0.5, 'Large'],
  [0.6, 'Huge'],
])

const smallSizes = fontSizes([
  [0.125, 'Tiny'],
  [0.15, 'Small'],
  [0.2, 'Normal'],
  [0.3, 'Large'],
  [0.4, 'Huge'],
])

export const headerSize = select('header_font_size', 'Big number font size', 0.4, { choices: headerSizes })
export const smallSize = <N extends string>(name: N, label: string, visible?: Control['visible']) =>
  select(name, label, 0.15, { choices: smallSizes, ...(visible && { visible }) })

export const nameControls = drawnRows(
  text('subtitle', 'Subtitle'),
  smallSize('subtitle_font_size', 'Subtitle font size'),
  checkbox('show_metric_name', 'Show metric name', false),
  smallSize('metric_name_font_size', 'Metric name font size', on('show_metric_name')),
)

const ladder = [28, 40, 56, 72, 96]
const wishes = [0.2, 0.3, 0.4, 0.5, 0.6]

const stepOfHeight = (height: number): number => (height >= 180 ? 2 : height >= 90 ? 1 : 0)

/** Size of the figure in px: by the height of the body, moved by the form's wish, small enough for the width. */
export const figureSize = (content: string, form: { header_font_size: number }, { width, height, measure }: DrawContext): number => {
  const start = stepOfHeight(height)
  const wish = wishes.indexOf(form.header_font_size)
  let step = Math.min(ladder.length - 1, Math.max(0, start + (wish < 0 ? 0 : wish - 2)))
  while (step > 0 && ((ladder[step] as number) * 1.2 > height || measure(content, ladder[step] as number, 600) * 0.98 > width)) step -= 1
  const size = ladder[step] as number
  const wide = measure(content, size, 600) * 0.98
  return wide > width ? Math.max(sizes.caption, Math.floor((size * width) / wide)) : size
}

/**
 * px from the top of the figure's room to the line that it is on: the same for all figures of one height, whatever their width,
 * and whatever is drawn below them.
 */
export const figureBaseline = (size: number, { height }: DrawContext): number =>
  Math.round(Math.max(size, ladder[stepOfHeight(height)] as number) * 0.8)

/** Size of a line beside the figure. */
export const smallTextSize = (wish: number): number =>
  [sizes.caption, sizes.control, sizes.body, sizes.section][[0.125, 0.15, 0.2, 0.3].findIndex((most) => wish <= most)] ?? sizes.title

/** A colour of the form as it can be read as text: mixed with the text colour until it stands out. */
export const readable = (color: string, theme: DrawContext['theme']): string => {
  const c = colors[theme]
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const found = steps.map((t) => rgb(interpolateRgb(color, c.text)(t)).formatHex()).find((mixed) => contrast(mixed, c.surface) >= 3)
  return found ?? c.text
}

const wireColor = { r: 0, g: 122, b: 135 }

/** The fixed colour of the form; the wire's default is the theme's first. */
export const fixedColor = (form: { color_picker: Color | null }, theme: DrawContext['theme']): string => {
  const picked = form.color_picker
  if (!picked || (picked.r === wireColor.r && picked.g === wireColor.g && picked.b === wireColor.b)) return colors[theme].palette[0]
  return rgba(picked)
}

/** The figure itself, its base line at `y`. */
export const figureText = (content: string, y: number, size: number, fill: string): string =>
  textAt(0, y, content, { size, fill, weight: 600, spacing: -0.02 })

/** A line of words under or above it. */
export const smallText = (content: string, y: number, size: number, context: DrawContext): string =>
  textAt(0, y, ellipsis(content, (context.width * 12) / size, context.measure), { size, fill: colors[context.theme].text2 })
