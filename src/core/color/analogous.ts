import { hsl } from 'd3-color'
import { rgbToHex } from './parse.ts'

const step = 12

/** The CSS formula with the hue as a fraction of the circle: the recorded colours depend on its rounding. */
const toHex = (hue: number, saturation: number, lightness: number): string => {
  const high = lightness < 0.5 ? lightness * (1 + saturation) : lightness + saturation - lightness * saturation
  const low = 2 * lightness - high
  const channel = (offset: number) => {
    const turned = hue + offset
    const t = turned < 0 ? turned + 1 : turned > 1 ? turned - 1 : turned
    if (t < 1 / 6) return low + (high - low) * 6 * t
    if (t < 1 / 2) return high
    return t < 2 / 3 ? low + (high - low) * (2 / 3 - t) * 6 : low
  }
  const [r, g, b] = [1 / 3, 0, -1 / 3].map((offset) => Math.round(channel(offset) * 255)) as [number, number, number]
  return rgbToHex(r, g, b)
}

/** The colour with its hue turned by so many degrees. */
export const turnHue = (color: string, degrees: number): string => {
  const { h, s, l } = hsl(color)
  return toHex((((Number.isNaN(h) ? 0 : h) + degrees + 360) % 360) / 360, Number.isNaN(s) ? 0 : s, l)
}

/** `rounds` more colours for every colour, its hue turned in steps of 12° around +12°; all colours of one round together. */
export const analogousColors = (colors: readonly string[], rounds: number): string[] =>
  Array.from({ length: rounds }, (_, round) => step + (round - (rounds - 1) / 2) * step).flatMap((turn) =>
    colors.map((color) => turnHue(color, turn)),
  )
