// Our own: simple-statistics throws over nothing, does not skip NaN, and has one of numpy's five ways to take a percentile.
/** Functions over the numbers of one group: NaN is missing, also as a result. Missing numbers are skipped unless noted. */

export const withoutMissing = (values: Float64Array): Float64Array => values.filter((v) => !Number.isNaN(v))

const hasMissing = (values: Float64Array) => values.some(Number.isNaN)

export const sum = (values: Float64Array): number => {
  let total = 0
  for (const v of values) if (v === v) total += v
  return total
}

export const product = (values: Float64Array): number => {
  let total = 1
  for (const v of values) if (v === v) total *= v
  return total
}

export const countPresent = (values: Float64Array): number => {
  let count = 0
  for (const v of values) if (v === v) count++
  return count
}

export const mean = (values: Float64Array): number => sum(values) / countPresent(values)

export const min = (values: Float64Array): number => {
  let best = NaN
  for (const v of values) if (v < best || (best !== best && v === v)) best = v
  return best
}

export const max = (values: Float64Array): number => {
  let best = NaN
  for (const v of values) if (v > best || (best !== best && v === v)) best = v
  return best
}

/** Sum of squared distances from the mean. */
export const squares = (values: Float64Array): number => {
  const middle = mean(values)
  let total = 0
  for (const v of values) if (v === v) total += (v - middle) * (v - middle)
  return total
}

/** Divides by n − `ddof`, of the population by default. */
export const variance = (values: Float64Array, ddof = 0): number => {
  const divisor = countPresent(values) - ddof
  return divisor > 0 ? squares(values) / divisor : NaN
}

/** Interpolates between two neighbours: `part` of the way from the lower one, which is at place `at`. */
export type Blend = (low: number, high: number, part: number, at: number) => number

/** `share` of the way through the sorted numbers, 0 to 1, between neighbours as `blend` says. */
export const quantile = (values: Float64Array, share: number, blend: Blend = linear): number => {
  const sorted = withoutMissing(values).sort()
  if (sorted.length === 0) return NaN
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN]
  return blend(low, high, at - Math.floor(at), Math.floor(at))
}

const linear: Blend = (low, high, part) => (part >= 0.5 ? high - (high - low) * (1 - part) : low + (high - low) * part)
export const midpoint: Blend = (low, high, part) => (part === 0 ? low : (low + high) / 2)

/** numpy's names of ways to take a percentile; a tie of `nearest` goes to the even place. */
export const blends: Record<string, Blend> = {
  linear,
  midpoint,
  lower: (low) => low,
  higher: (_low, high) => high,
  nearest: (low, high, part, at) => (part < 0.5 || (part === 0.5 && at % 2 === 0) ? low : high),
}

export const median = (values: Float64Array): number => quantile(values, 0.5, midpoint)

/** The same, but a missing number makes the answer missing. */
export const strict =
  (statistic: (values: Float64Array) => number) =>
  (values: Float64Array): number =>
    hasMissing(values) ? NaN : statistic(values)

export const positionOf = (values: Float64Array, value: number): number => (Number.isNaN(value) ? -1 : values.indexOf(value))

/** Average ranks of equal numbers, as a share of all present ones; missing stays missing. */
export const percentileRanks = (values: Float64Array): Float64Array => {
  const order = Array.from(values.keys())
    .filter((i) => !Number.isNaN(values[i]))
    .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = new Float64Array(values.length).fill(NaN)
  for (let from = 0; from < order.length;) {
    let to = from
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++
    for (let i = from; i < to; i++) ranks[order[i] ?? 0] = (from + to + 1) / 2 / order.length
    from = to
  }
  return ranks
}
