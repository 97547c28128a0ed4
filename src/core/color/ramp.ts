import { interpolateHcl } from 'd3-interpolate'

export type Ramp = (t: number) => string

/** A smooth ramp through all colours, 0 to 1, even in hue, chroma and lightness; clamped beyond the ends. */
export const ramp = (colors: readonly string[]): Ramp => {
  const steps = colors.slice(1).map((color, i) => interpolateHcl(colors[i] as string, color))
  return (t) => {
    const place = Math.min(1, Math.max(0, t)) * steps.length
    const step = Math.min(steps.length - 1, Math.floor(place))
    return steps[step]?.(place - step) ?? colors[0] ?? ''
  }
}

/** `count` colours of a ramp at even distances, ends included. */
export const sampled = (colors: readonly string[], count: number): string[] => {
  if (count === colors.length) return [...colors]
  const at = ramp(colors)
  return Array.from({ length: count }, (_, i) => at(count === 1 ? 0 : i / (count - 1)))
}

/** A scale from values to colours: one colour of the scheme per point of the domain, blended between them. */
export const linearScale = (colors: readonly string[], domain: readonly number[]): ((value: number) => string) => {
  const range = sampled(colors, domain.length)
  const at = ramp(range)
  return (value) => {
    const next = domain.findIndex((point) => value < point)
    if (next === 0) return at(0)
    if (next < 0) return at(1)
    const [from, to] = [domain[next - 1] as number, domain[next] as number]
    return at((next - 1 + (value - from) / (to - from)) / (domain.length - 1))
  }
}
