/** The units that the ends of a time span are whole multiples of, as grains. */
export const timeSteps = { P1D: 86_400_000, PT1H: 3_600_000, PT1M: 60_000, PT1S: 1_000 } as const
export type TimeStep = keyof typeof timeSteps

/** What the ends of a brushed span are whole multiples of: a unit of time, or a number that is a whole one or the inverse of a whole one. */
export type BrushStep = TimeStep | number

/** The k-th multiple of a step. Fractions are divided, because 3 × 0.1 is not 0.3. */
export const edgeAt = (k: number, step: number): number => (step >= 1 ? k * step : k / Math.round(1 / step))

export const nearestEdge = (value: number, step: number): number => edgeAt(Math.round(value / step), step)

/** Which multiple of a step a value is; null if it is none. */
export const edgeIndex = (value: number, step: number): number | null => {
  const k = Math.round(value / step)
  return Number.isSafeInteger(k) && edgeAt(k, step) === value ? k : null
}

/** So many steps, or somewhat more, make up an axis. */
const stepsOfAxis = 200

/** The step of a numeric axis: 1, 2 or 5 times a power of ten. */
export const numberStep = (extent: number): number => {
  const wanted = extent / stepsOfAxis
  const power = Math.floor(Math.log10(wanted))
  const factor = [5, 2, 1].find((one) => one * 10 ** power <= wanted) ?? 1
  return power >= 0 ? factor * 10 ** power : 1 / Math.round(10 ** -power / factor)
}

const minStepsOfAxis = 60

/** The step of a time axis of so many ms: the largest unit of which it holds enough. */
export const timeStep = (extent: number): TimeStep =>
  (['P1D', 'PT1H', 'PT1M'] as const).find((unit) => extent >= minStepsOfAxis * timeSteps[unit]) ?? 'PT1S'
