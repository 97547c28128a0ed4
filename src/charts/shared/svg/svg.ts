import { fonts } from '#core/theme/tokens.ts'
import { escapeText } from '../text/html.ts'

/** Pure building of SVG text: every text and attribute is escaped. */
type Attributes = Record<string, string | number | undefined>

const round = (value: number): string => String(Math.round(value * 100) / 100)

const attributes = (given: Attributes): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeText(typeof value === 'number' ? round(value) : String(value))}"`)
    .join('')

export const element = (name: string, given: Attributes, ...children: string[]): string =>
  children.length > 0 ? `<${name}${attributes(given)}>${children.join('')}</${name}>` : `<${name}${attributes(given)}/>`

type TextLook = {
  size: number
  fill: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  /** Letter spacing in em. */
  spacing?: number
  font?: string
}

/** A line of text on its base line. */
export const textAt = (x: number, y: number, text: string, { size, fill, weight, anchor, spacing, font }: TextLook): string =>
  element(
    'text',
    {
      x,
      y,
      'font-size': size,
      fill,
      'font-weight': weight,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      'letter-spacing': spacing ? `${spacing}em` : undefined,
      'font-family': font,
    },
    escapeText(text),
  )

export type Box = { x: number; y: number; width: number; height: number }

export const rect = ({ width, height, ...place }: Box, given: Attributes = {}): string =>
  element('rect', { ...place, width: Math.max(0, width), height: Math.max(0, height), ...given })

type Point = readonly [number, number]

export const line = (from: Point, to: Point, stroke: string, width = 1): string =>
  element('path', { d: `M${round(from[0])} ${round(from[1])}L${round(to[0])} ${round(to[1])}`, stroke, 'stroke-width': width })

/** Texts without equal digits, which would set the hyphens of words too wide. */
export const proportional = (...texts: string[]): string =>
  texts.length > 0 ? element('g', { style: 'font-variant-numeric:normal' }, ...texts) : ''

/** A complete picture. Numbers are in columns of equal digits. */
export const svgOf = (width: number, height: number, ...children: string[]): string =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${round(width)} ${round(height)}`,
      'font-family': fonts.text,
      style: 'font-variant-numeric:tabular-nums',
      fill: 'none',
    },
    ...(children.length > 0 ? children : ['']),
  )

/** Points of a line as a path; null breaks it. */
export const linePath = (points: readonly (Point | null)[]): string => {
  let pen = false
  return points
    .map((point) => {
      if (!point) {
        pen = false
        return ''
      }
      const command = pen ? 'L' : 'M'
      pen = true
      return `${command}${round(point[0])} ${round(point[1])}`
    })
    .join('')
}
