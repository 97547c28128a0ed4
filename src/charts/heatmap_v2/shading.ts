import { ramp, sampled } from '#core/color/ramp.ts'
import { sequentialScheme } from '#core/color/schemes.ts'
import type { DrawContext } from '../chart.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import type { Cell } from './cells.ts'
import type { HeatmapForm } from './controls.ts'

/** How cells are coloured. */
export type Shading = { low: number; high: number; steps: string[]; smooth: boolean; colorOf: (cell: Cell) => string }

const pieces = 5

/** By value between the form's bounds, or by rank; a diverging ramp has its middle at 0 when there are values on both sides. */
export const shadingOf = (cells: Cell[], form: HeatmapForm, { theme, written }: DrawContext): Shading => {
  const ranked = form.normalized && cells.some(({ rank }) => rank !== null)
  const amount = ({ value, rank }: Cell) => (ranked ? (rank ?? 0) : value)
  const bounds = form.value_bounds
  const [least, most] = ranked ? [0, 1] : extentOf(cells.map(({ value }) => value))
  let low = (ranked ? undefined : bounds[0]) ?? least
  let high = (ranked ? undefined : bounds[1]) ?? most
  const { colors: list, diverging } = sequentialScheme(form.linear_color_scheme, theme, written?.sequentialSchemes)
  if (diverging && low < 0 && high > 0) [low, high] = [-Math.max(-low, high), Math.max(-low, high)]
  const place = (one: Cell) => Math.min(1, Math.max(0, (amount(one) - low) / (high - low || 1)))
  if (form.legend_type === 'piecewise') {
    const steps = sampled(list, pieces)
    return { low, high, steps, smooth: false, colorOf: (one) => steps[Math.min(pieces - 1, Math.floor(place(one) * pieces))] as string }
  }
  const at = ramp(list)
  return { low, high, steps: list, smooth: true, colorOf: (one) => at(place(one)) }
}
