import { rgb } from 'd3-color'
import { interpolateRgb } from 'd3-interpolate'
import { contrast } from '#core/color/parse.ts'
import { colors } from '#core/theme/tokens.ts'

const inks = [colors.light.text, colors.dark.text] as const

/** Text on a filled mark: dark or light, whichever reads better. */
export const inkOn = (fill: string): string => (contrast(inks[0], fill) >= contrast(inks[1], fill) ? inks[0] : inks[1])

const readable = 4.5
const moved = 0.18

/** A filled mark with its text: where the text would be hard to read, the fill moves away from it. */
export const fillAndInk = (fill: string): { fill: string; ink: string } => {
  const ink = inkOn(fill)
  if (contrast(ink, fill) >= readable) return { fill, ink }
  const other = ink === inks[0] ? inks[1] : inks[0]
  return { fill: rgb(interpolateRgb(fill, other)(moved)).formatHex(), ink }
}
