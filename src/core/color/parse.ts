import { rgb, type RGBColor } from 'd3-color'

/** Small colour arithmetic on the wire's notations. */
const hexDigits = /^#?(?:[\da-f]{3}|[\da-f]{6})$/i
const rgbText = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/i

/** Whether a value is a colour as CSS writes it. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(rgb(value).r)

/** `rgb(31, 168, 201)` of `#1FA8C9`; text without # is black, as in Superset. */
export const hexToRgb = (hex: string): string => rgb(hex.startsWith('#') && hexDigits.test(hex) ? hex : '#000').formatRgb()

export const rgbToHex = (r: number, g: number, b: number): string => rgb(r, g, b).formatHex()

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
type Rgba = { r: number; g: number; b: number; a: number }

const isWithin = (value: number, max: number): boolean => value >= 0 && value <= max

export const isRgba = ({ r, g, b, a }: Rgba): boolean => [r, g, b].every((part) => isWithin(part, 255)) && isWithin(a, 1)

/** A typed colour: hex with or without #, `rgb(…)`, `rgba(…)` or a name of CSS; null for anything else. */
export const readRgba = (text: string): Rgba | null => {
  const typed = text.trim()
  const { r, g, b, opacity: a } = rgb(/^(?:[\da-f]{3,4}){1,2}$/i.test(typed) ? `#${typed}` : typed)
  return isRgba({ r, g, b, a }) ? { r, g, b, a } : null
}

/** A colour control's value `{r, g, b, a}` as CSS. */
export const rgba = ({ r, g, b, a = 1 }: { r: number; g: number; b: number; a?: number }): string =>
  a === 1 ? rgbToHex(r, g, b) : rgb(r, g, b, a).formatRgb()

const parse = (color: string): RGBColor => {
  if (rgbText.test(color)) return rgb(color)
  if (hexDigits.test(color)) return rgb(color.startsWith('#') ? color : `#${color}`)
  if (color.replace('#', '').length === 3) return rgb('#000')
  throw new Error(`Invalid color: ${color}`)
}

/** Perceived brightness, 0 to 255 (ITU-R BT.601). */
export const brightness = (color: string): number => {
  const { r, g, b } = parse(color)
  return r * 0.299 + g * 0.587 + b * 0.114
}

/** Black or white, whichever reads on `color`: black above the threshold of brightness. */
export const contrastingInk = (color: string, threshold = 186): '#000' | '#FFF' => (brightness(color) > threshold ? '#000' : '#FFF')

/** Appends an opacity to a hex colour: `#ff0000`, 0.5 → `#ff000080`. */
export const withOpacity = (color: string, opacity: number): string => {
  if (opacity < 0 || opacity > 1) throw new Error(`The opacity should between 0 and 1, but got: ${opacity}`)
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')
    .toUpperCase()}`
}

const channel = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)

/** WCAG 2 relative luminance, 0 to 1. */
export const luminance = (color: string): number => {
  const { r, g, b } = parse(color)
  return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
}

/** WCAG 2 contrast ratio, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
