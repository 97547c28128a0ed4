/** An axis with round ends and steps. */
export type Scale = { min: number; max: number; step: number }

const steps = [1, 2, 2.5, 5, 10]

const roundStep = (rough: number): number => {
  const power = 10 ** Math.floor(Math.log10(rough))
  const found = steps.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10
  return found * power
}

/** Without the dust that binary fractions leave. */
const clean = (value: number, step: number): number => {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 2)
  return digits > 15 ? value : Number(value.toFixed(digits))
}

type ScaleOptions = {
  /** At most so many lines, ends included. */
  ticks: number
  /** The axis holds 0. */
  zero?: boolean
  /** Part of the height left free above the highest value. */
  headroom?: number
  /** Ends that a person fixed. */
  bounds?: readonly [number | null | undefined, number | null | undefined]
}

type LogScaleOptions = Pick<ScaleOptions, 'headroom' | 'bounds'> & { stands?: boolean }

/**
 * Extent and steps of a value axis: 4 to 6 round ticks where the height allows. With headroom the axis ends above the highest
 * tick, without a tick of its own there.
 */
export const niceScale = (
  [low, high]: [number, number],
  { ticks, zero = false, headroom = 0, bounds = [] as never }: ScaleOptions,
): Scale => {
  let [min, max] = Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [0, 1]
  if (zero) [min, max] = [Math.min(0, min), Math.max(0, max)]
  const [fixedMin, fixedMax] = bounds
  min = fixedMin ?? min
  max = fixedMax ?? max
  if (max < min) [min, max] = [max, min]
  if (min === max) {
    if (min === 0) max = 1
    else [min, max] = [Math.min(min, 0), Math.max(max, 0)]
  }
  let step = roundStep((max - min) / Math.max(1, headroom === 0 ? ticks : ticks - 1))
  const count = () => Math.ceil(max / step - 1e-9) - Math.floor(min / step + 1e-9) + 1
  if (headroom === 0)
    while (count() > ticks) {
      const half = step * 1.5
      step =
        Math.abs(Math.log10(step) - Math.round(Math.log10(step))) < 1e-9 && Math.ceil(max / half) - Math.floor(min / half) < ticks
          ? half
          : roundStep(step * 1.01)
    }
  const room = (max - min) * headroom
  const below = room > 0 && min < 0 ? min - room : Math.floor(min / step + 1e-9) * step
  const above = room > 0 && max > 0 ? max + room : Math.ceil(max / step - 1e-9) * step
  return { min: fixedMin ?? clean(below, step), max: fixedMax ?? clean(above, step), step }
}

export const ticksOf = ({ min, max, step }: Scale): number[] => {
  const first = Math.ceil(min / step - 1e-9)
  const last = Math.floor(max / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => clean((first + i) * step, step))
}

/**
 * Ends of a logarithmic axis: those that a person fixed, else the powers of ten around the values. Marks that stand on the axis begin
 * below the lowest value.
 */
export const logScale = ([low, high]: [number, number], { stands = false, headroom = 0, bounds = [] as never }: LogScaleOptions): Scale => {
  const fixed = bounds.map((end) => (end && end > 0 ? end : undefined))
  const bottom = Math.log10(low)
  const top = Math.log10(high)
  const ends = [
    fixed[0] ?? 10 ** (stands ? Math.ceil(bottom) - 1 : Math.floor(bottom)),
    fixed[1] ?? 10 ** (headroom ? top + headroom * (top - bottom + 1) : Math.ceil(top)),
  ]
  const [min, max] = [Math.min(...ends), Math.max(...ends)]
  return { min, max: max > min ? max : min * 10, step: 1 }
}

/** Powers of ten, with what lies between them where there is room, and round steps on an axis that is shorter. */
export const logTicksOf = ({ min, max }: Scale, most: number): number[] => {
  const first = Math.floor(Math.log10(min))
  const powers = Array.from({ length: Math.ceil(Math.log10(max)) - first + 1 }, (_, i) => first + i)
  const within = (digits: number[], every = 1) =>
    powers
      .filter((power) => power % every === 0)
      .flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)))
      .filter((tick) => tick >= min * (1 - 1e-9) && tick <= max * (1 + 1e-9))
  const fine = within([1, 2, 5])
  if (fine.length < 3) return ticksOf(niceScale([min, max], { ticks: most })).filter((tick) => tick >= min && tick <= max)
  return fine.length <= most ? fine : within([1], Math.ceil(powers.length / most))
}

export const extentOf = (values: Iterable<number | null>): [number, number] => {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}
