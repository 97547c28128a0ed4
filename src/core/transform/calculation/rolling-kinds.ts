import { squares } from './statistics.ts'

/**
 * The window of row i reaches from `i + ahead - window + 1` to `i + ahead`, cut at both ends; an answer needs
 * at least `least` present numbers.
 */
export type Roll = { values: Float64Array; window: number; ahead: number; least: number }
export type RollingOptions = { quantile?: unknown; q?: unknown; ddof?: unknown; interpolation?: unknown; pairwise?: unknown }
export type Rolling = (roll: Roll) => Float64Array

type Span = { enter: (value: number) => void; leave: (value: number) => void; result: (count: number) => number }

/** Slides over the rows and reports which numbers enter and leave; missing ones are skipped. */
const slide = ({ values, window, ahead, least }: Roll, { enter, leave, result }: Span): Float64Array => {
  const out = new Float64Array(values.length)
  let count = 0
  let next = 0
  for (let row = 0; row < values.length; row++) {
    const end = Math.min(values.length, row + ahead + 1)
    for (; next < end; next++) {
      const value = values[next] ?? NaN
      if (value === value) {
        enter(value)
        count++
      }
    }
    const gone = row + ahead - window
    if (gone >= 0) {
      const value = values[gone] ?? NaN
      if (value === value) {
        leave(value)
        count--
      }
    }
    out[row] = count >= least ? result(count) : NaN
  }
  return out
}

/** A running sum that keeps what rounding loses (Neumaier). Infinities are counted apart, so that they can leave again. */
const runningSum = () => {
  let total = 0
  let lost = 0
  let infinities = 0
  let negativeInfinities = 0
  return {
    add(value: number, times: 1 | -1) {
      if (value === Infinity) infinities += times
      else if (value === -Infinity) negativeInfinities += times
      else {
        const step = value * times
        const next = total + step
        lost += Math.abs(total) >= Math.abs(step) ? total - next + step : step - next + total
        total = next
      }
    },
    get value() {
      return total + lost + (infinities ? Infinity : 0) - (negativeInfinities ? Infinity : 0)
    },
  }
}

const rollingSum =
  (finish: (total: number, count: number) => number): Rolling =>
  (roll) => {
    const sum = runningSum()
    return slide(roll, { enter: (v) => sum.add(v, 1), leave: (v) => sum.add(v, -1), result: (count) => finish(sum.value, count) })
  }

const rollingCount: Rolling = (roll) => {
  const present = roll.values.map((v) => (v === v ? 1 : 0))
  return rollingSum((total) => total)({ ...roll, values: present })
}

/** The best number is at the head of a queue from which worse, older ones are thrown out. */
const rollingBest =
  (better: (a: number, b: number) => boolean): Rolling =>
  (roll) => {
    const queue: number[] = []
    let head = 0
    return slide(roll, {
      enter: (value) => {
        while (queue.length > head && better(value, queue.at(-1) ?? NaN)) queue.pop()
        queue.push(value)
      },
      leave: (value) => {
        if (queue[head] === value) head++
      },
      result: (count) => (count ? (queue[head] ?? NaN) : NaN),
    })
  }

/** Number of elements below `value` in a sorted list. */
const placeIn = (sorted: number[], value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

const rollingSorted =
  (pick: (sorted: number[]) => number): Rolling =>
  (roll) => {
    const sorted: number[] = []
    return slide(roll, {
      enter: (value) => void sorted.splice(placeIn(sorted, value), 0, value),
      leave: (value) => void sorted.splice(placeIn(sorted, value), 1),
      result: (count) => (count ? pick(sorted) : NaN),
    })
  }

const at = (share: number, blend: (low: number, high: number, part: number) => number) => (sorted: number[]) => {
  const place = (sorted.length - 1) * share
  return blend(sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN, place - Math.floor(place))
}

const blends: Record<string, (low: number, high: number, part: number) => number> = {
  linear: (low, high, part) => low + (high - low) * part,
  lower: (low) => low,
  higher: (_, high) => high,
  midpoint: (low, high, part) => (part === 0 ? low : (low + high) / 2),
  nearest: (low, high, part) => (part === 0.5 ? low : part < 0.5 ? low : high),
}

const rollingQuantile = (options: RollingOptions): Rolling | undefined => {
  const share = options.quantile ?? options.q
  const blend = blends[String(options.interpolation ?? 'linear')]
  return typeof share === 'number' && share >= 0 && share <= 1 && blend ? rollingSorted(at(share, blend)) : undefined
}

/** Moments lose digits when updated incrementally, so each window is computed from scratch. */
const rollingWindow =
  (of: (part: Float64Array) => number): Rolling =>
  ({ values, window, ahead, least }) => {
    const out = new Float64Array(values.length)
    const present = new Float64Array(Math.min(window, values.length))
    for (let row = 0; row < values.length; row++) {
      const end = Math.min(values.length, row + ahead + 1)
      let count = 0
      for (let i = Math.max(0, row + ahead - window + 1); i < end; i++) {
        const value = values[i] ?? NaN
        if (value === value) present[count++] = value
      }
      out[row] = count >= least && count > 0 ? of(present.subarray(0, count)) : NaN
    }
    return out
  }

const variance = (part: Float64Array, ddof: number) => (part.length > ddof ? squares(part) / (part.length - ddof) : NaN)

const moments = (part: Float64Array) => {
  const n = part.length
  const mean = part.reduce((a, b) => a + b, 0) / n
  let [m2, m3, m4] = [0, 0, 0]
  for (const v of part) {
    const d = v - mean
    m2 += d * d
    m3 += d * d * d
    m4 += d * d * d * d
  }
  return { n, m2: m2 / n, m3: m3 / n, m4: m4 / n, same: part.every((v) => v === part[0]) }
}

/** Below this a variance is rounding, not spread. */
const minVariance = 1e-14

const skew = (part: Float64Array): number => {
  const { n, m2, m3, same } = moments(part)
  if (n < 3) return NaN
  if (same) return 0
  return m2 <= minVariance ? NaN : (Math.sqrt(n * (n - 1)) * m3) / ((n - 2) * m2 ** 1.5)
}

const kurtosis = (part: Float64Array): number => {
  const { n, m2, m4, same } = moments(part)
  if (n < 4) return NaN
  if (same) return -3
  return m2 <= minVariance ? NaN : (((n * n - 1) * m4) / (m2 * m2) - 3 * (n - 1) ** 2) / ((n - 2) * (n - 3))
}

const ddofOf = ({ ddof }: RollingOptions) => (typeof ddof === 'number' ? ddof : 1)

/** Of pairs: without `pairwise` each column goes with itself alone; with it the answer would be a matrix for each row. */
const withItself =
  (of: (part: Float64Array, options: RollingOptions) => number) =>
  (options: RollingOptions): Rolling | undefined =>
    options.pairwise === false ? rollingWindow((part) => of(part, options)) : undefined

type Kind = { options: string[]; of: (options: RollingOptions) => Rolling | undefined }

/** The names of `rolling_type`. std and var divide by n − 1 by default (`ddof`). */
export const rollingKinds: Record<string, Kind> = {
  sum: { options: [], of: () => rollingSum((total) => total) },
  mean: { options: [], of: () => rollingSum((total, count) => (count ? total / count : NaN)) },
  count: { options: [], of: () => rollingCount },
  min: { options: [], of: () => rollingBest((a, b) => a < b) },
  max: { options: [], of: () => rollingBest((a, b) => a > b) },
  median: { options: [], of: () => rollingSorted(at(0.5, blends.midpoint ?? ((low) => low))) },
  quantile: { options: ['quantile', 'q', 'interpolation'], of: rollingQuantile },
  var: { options: ['ddof'], of: (options) => rollingWindow((part) => variance(part, ddofOf(options))) },
  std: { options: ['ddof'], of: (options) => rollingWindow((part) => Math.sqrt(variance(part, ddofOf(options)))) },
  cov: { options: ['pairwise', 'ddof'], of: withItself((part, options) => variance(part, ddofOf(options))) },
  corr: { options: ['pairwise', 'ddof'], of: withItself((part) => (variance(part, 1) > 0 ? 1 : NaN)) },
  skew: { options: [], of: () => rollingWindow(skew) },
  kurt: { options: [], of: () => rollingWindow(kurtosis) },
}
