import { DAY } from '../../time/civil.ts'
import { normalEquations, solveRidge } from './least-squares.ts'
import { max, min } from './statistics.ts'

/** A cycle of `days` drawn by `order` pairs of sine and cosine. */
export type Cycle = { days: number; order: number }

export type Forecast = { yhat: Float64Array; lower: Float64Array; upper: Float64Array }

export type ForecastInput = {
  /** Naive epoch ms in ascending order, and what was seen then; NaN for missing. At least two numbers. */
  times: Float64Array
  values: Float64Array
  /** Times to predict, past ones included. */
  future: Float64Array
  cycles: Cycle[]
  /** Width of the interval, between 0 and 1. */
  confidence: number
}

/**
 * The prior beliefs of the additive model: how easily the trend may bend, how large cycles may be, where the trend may bend
 * (Taylor and Letham, Forecasting at Scale, 2018, and the defaults of its implementation). Values are scaled to −1…1, times to 0…1.
 */
const priors = { bend: 0.05, cycle: 10, line: 5, noise: 0.5 }
const maxBends = 25
const bendingPart = 0.8
const rounds = 60

const bendTimes = (times: Float64Array): Float64Array => {
  const size = Math.floor(times.length * bendingPart)
  const count = Math.max(0, Math.min(maxBends, size - 1))
  return Float64Array.from({ length: count }, (_, i) => times[Math.round(((i + 1) * (size - 1)) / count)] ?? 0)
}

/** Columns of the model at the given times: level, slope, what the slope gains at each bend, cycles. */
const columnsAt = (scaled: Float64Array, times: Float64Array, bends: Float64Array, cycles: Cycle[]): Float64Array[] => [
  new Float64Array(times.length).fill(1),
  scaled,
  ...Array.from(bends, (bend) => scaled.map((t) => Math.max(0, t - bend))),
  ...cycles.flatMap(({ days, order }) =>
    Array.from({ length: order }, (_, i) => {
      const speed = (2 * Math.PI * (i + 1)) / (days * DAY)
      return [times.map((t) => Math.sin(speed * t)), times.map((t) => Math.cos(speed * t))]
    }).flat(),
  ),
]

const product = (columns: Float64Array[], weights: Float64Array): Float64Array => {
  const result = new Float64Array(columns[0]?.length ?? 0)
  columns.forEach((column, i) => {
    const weight = weights[i] ?? 0
    for (let row = 0; row < result.length; row++) result[row] = (result[row] ?? 0) + weight * (column[row] ?? 0)
  })
  return result
}

/**
 * The most probable weights and the spread of the noise. The bends have a Laplace prior, so that most stay flat: it is met by
 * repeated least squares in which small bends are held ever tighter.
 */
const fit = (columns: Float64Array[], target: Float64Array, bendCount: number) => {
  const { matrix, right } = normalEquations(columns, target)
  const n = target.length
  const isBend = (i: number) => i >= 2 && i < 2 + bendCount
  let weights: Float64Array = new Float64Array(columns.length)
  let variance = 0.01
  for (let round = 0; round < rounds; round++) {
    const hold = Float64Array.from(columns, (_, i) => {
      if (isBend(i)) return variance / (priors.bend * (Math.abs(weights[i] ?? 0) || priors.bend) + 1e-12)
      return variance / (i < 2 ? priors.line : priors.cycle) ** 2
    })
    weights = solveRidge(matrix, hold, right)
    const fitted = product(columns, weights)
    let error = 0
    for (let row = 0; row < n; row++) error += ((target[row] ?? 0) - (fitted[row] ?? 0)) ** 2
    const stiffness = 1 / priors.noise ** 2
    variance = Math.max(1e-12, (Math.sqrt(n * n + 4 * stiffness * error) - n) / (2 * stiffness))
  }
  return { weights, variance }
}

/** Quantile of the standard normal distribution (Acklam); good to 1e-9 relative. */
export const normalQuantile = (share: number): number => {
  const tail = 0.024_25
  const central = (q: number) => {
    const r = q * q
    const top =
      ((((-39.696_830_286_653_76 * r + 220.946_098_424_520_5) * r - 275.928_510_446_968_7) * r + 138.357_751_867_269) * r -
        30.664_798_066_147_16) *
        r +
      2.506_628_277_459_239
    const bottom =
      ((((-54.476_098_798_224_06 * r + 161.585_836_858_040_9) * r - 155.698_979_859_886_6) * r + 66.801_311_887_719_72) * r -
        13.280_681_552_885_72) *
        r +
      1
    return (top * q) / bottom
  }
  const outer = (p: number) => {
    const q = Math.sqrt(-2 * Math.log(p))
    const top =
      ((((-0.007_784_894_002_430_293 * q - 0.322_396_458_041_136_5) * q - 2.400_758_277_161_838) * q - 2.549_732_539_343_734) * q +
        4.374_664_141_464_968) *
        q +
      2.938_163_982_698_783
    return (
      top / ((((0.007_784_695_709_041_462 * q + 0.322_467_129_070_039_8) * q + 2.445_134_137_142_996) * q + 3.754_408_661_907_416) * q + 1)
    )
  }
  if (share < tail) return outer(share)
  return share > 1 - tail ? -outer(1 - share) : central(share - 0.5)
}

/**
 * An additive model of a series: a line that may bend, and cycles. The interval holds the noise and, after the last time seen,
 * the chance that the trend bends on as often and as hard as it did. The same input always gives the same forecast.
 */
export const forecast = ({ times, values, future, cycles, confidence }: ForecastInput): Forecast => {
  const seen = Uint32Array.from(values.keys()).filter((row) => Number.isFinite(values[row]))
  const seenTimes = Float64Array.from(seen, (row) => times[row] ?? 0)
  const [start, end] = [seenTimes[0] ?? 0, seenTimes.at(-1) ?? 0]
  const span = end - start || 1
  const scale = Math.max(Math.abs(min(values)), Math.abs(max(values))) || 1
  const scaled = (list: Float64Array) => list.map((t) => (t - start) / span)
  const bends = scaled(bendTimes(seenTimes))
  const { weights, variance } = fit(
    columnsAt(scaled(seenTimes), seenTimes, bends, cycles),
    Float64Array.from(seen, (row) => (values[row] ?? 0) / scale),
    bends.length,
  )
  const ahead = scaled(future)
  const yhat = product(columnsAt(ahead, future, bends, cycles), weights)
  const bendSize = bends.length ? weights.subarray(2, 2 + bends.length).reduce((sum, w) => sum + Math.abs(w), 0) / bends.length : 0
  const z = normalQuantile((1 + confidence) / 2)
  const reach = ahead.map((t) => {
    const beyond = Math.max(0, t - 1)
    return z * Math.sqrt(variance + (bends.length * 2 * bendSize ** 2 * beyond ** 3) / 3)
  })
  return {
    yhat: yhat.map((y) => y * scale),
    lower: yhat.map((y, i) => (y - (reach[i] ?? 0)) * scale),
    upper: yhat.map((y, i) => (y + (reach[i] ?? 0)) * scale),
  }
}
