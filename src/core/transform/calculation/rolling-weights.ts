import { TransformError } from '../operation.ts'
import type { Rolling } from './rolling-kinds.ts'

const cosines =
  (...terms: number[]) =>
  (size: number): Float64Array =>
    Float64Array.from({ length: size }, (_, i) =>
      size === 1 ? 1 : terms.reduce((sum, term, k) => sum + (k % 2 ? -1 : 1) * term * Math.cos((2 * Math.PI * k * i) / (size - 1)), 0),
    )

/** A window from the distance to its middle, from -1 to 1; `ends` counts the zeros beyond both ends as part of it. */
const byDistance =
  (weight: (distance: number) => number, ends: 'in' | 'out' = 'in') =>
  (size: number): Float64Array =>
    Float64Array.from({ length: size }, (_, i) => (size === 1 ? 1 : weight((2 * i - size + 1) / (ends === 'in' ? size - 1 : size))))

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const piecewiseCubic = (distance: number): number => {
  const x = Math.abs(distance)
  return x > 0.5 ? 2 * (1 - x) ** 3 : 1 - 6 * x ** 2 * (1 - x)
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
const bessel = (x: number): number => {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * Number.EPSILON; k++) sum += term *= (x / (2 * k)) ** 2
  return sum
}

/** A positive number among the options of a window. */
const need = (shape: string, name: string, value: unknown): number => {
  if (typeof value !== 'number' || !(value > 0)) throw new TransformError(`Invalid options: ${shape} needs '${name}'`)
  return value
}

/** Symmetric windows by scipy's names. */
const shapes: Record<string, (size: number, options: Record<string, unknown>) => Float64Array> = {
  boxcar: (size) => new Float64Array(size).fill(1),
  triang: (size) => Float64Array.from({ length: size }, (_, i) => 1 - Math.abs((2 * i - size + 1) / (size + (size % 2)))),
  bartlett: (size) => Float64Array.from({ length: size }, (_, i) => (size === 1 ? 1 : 1 - Math.abs((2 * i) / (size - 1) - 1))),
  hann: cosines(0.5, 0.5),
  hamming: cosines(0.54, 0.46),
  blackman: cosines(0.42, 0.5, 0.08),
  nuttall: cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411),
  blackmanharris: cosines(0.35875, 0.48829, 0.14128, 0.01168),
  cosine: (size) => Float64Array.from({ length: size }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / size)),
  barthann: byDistance((x) => 0.62 - 0.24 * Math.abs(x) + 0.38 * Math.cos(Math.PI * x)),
  bohman: byDistance((x) => (Math.abs(x) < 1 ? (1 - Math.abs(x)) * Math.cos(Math.PI * x) + Math.sin(Math.PI * Math.abs(x)) / Math.PI : 0)),
  flattop: cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
  lanczos: byDistance(sinc),
  parzen: byDistance(piecewiseCubic, 'out'),
  tukey: (size, { alpha = 0.5 }) => {
    const taper = alpha === 0 ? 0 : Math.min(1, need('tukey', 'alpha', alpha))
    const edge = (x: number) => (1 + Math.cos((Math.PI * (x - 1 + taper)) / taper)) / 2
    return byDistance((x) => (Math.abs(x) > 1 - taper ? edge(Math.abs(x)) : 1))(size)
  },
  exponential: (size, { tau = 1 }) => {
    const decay = need('exponential', 'tau', tau)
    return Float64Array.from({ length: size }, (_, i) => Math.exp(-Math.abs(i - (size - 1) / 2) / decay))
  },
  kaiser: (size, options) => {
    const beta = need('kaiser', 'beta', options['beta'])
    return byDistance((x) => bessel(beta * Math.sqrt(1 - x * x)) / bessel(beta))(size)
  },
  gaussian: (size, options) => {
    const std = need('gaussian', 'std', options['std'])
    return Float64Array.from({ length: size }, (_, i) => Math.exp(-(((i - (size - 1) / 2) / std) ** 2) / 2))
  },
  general_gaussian: (size, options) => {
    const [power, sigma] = [need('general_gaussian', 'p', options['p']), need('general_gaussian', 'sig', options['sig'])]
    return Float64Array.from({ length: size }, (_, i) => Math.exp(-(Math.abs((i - (size - 1) / 2) / sigma) ** (2 * power)) / 2))
  },
}

export const windowWeights = (shape: string, size: number, options: Record<string, unknown>): Float64Array => {
  const make = Object.hasOwn(shapes, shape) ? shapes[shape] : undefined
  if (!make) throw new TransformError(`Invalid win_type ${shape}`)
  return make(size, options)
}

/** `size` is the length of the whole window, which may reach beyond the first row. */
type Weighing = (parts: { weight: number; value: number }[], size: number) => number

const mean = (parts: { weight: number; value: number }[]): number =>
  parts.reduce((sum, { weight, value }) => sum + weight * value, 0) / parts.reduce((sum, { weight }) => sum + weight, 0)

/** Spread over the sum of weights, times n / (n − 1) of the whole window. */
const variance: Weighing = (parts, size) => {
  const middle = mean(parts)
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const spread = parts.reduce((sum, { weight, value }) => sum + weight * (value - middle) ** 2, 0)
  return parts.length > 1 ? Math.max(0, spread * size) / ((size - 1) * total) : NaN
}

const weighings: Record<string, Weighing> = {
  sum: (parts) => parts.reduce((sum, { weight, value }) => sum + weight * value, 0),
  mean,
  var: variance,
  std: (parts, size) => Math.sqrt(variance(parts, size)),
}

/** Statistics of a window whose numbers weigh differently; undefined for those that have no weighted form. */
export const weighted = (kind: string, weights: Float64Array): Rolling | undefined => {
  const weigh = Object.hasOwn(weighings, kind) ? weighings[kind] : undefined
  if (!weigh) return undefined
  return ({ values, window, ahead, least }) =>
    Float64Array.from(values, (_, row) => {
      const first = row + ahead - window + 1
      const parts = Array.from(weights, (weight, i) => ({ weight, value: values[first + i] ?? NaN })).filter(({ value }) => value === value)
      return parts.length >= least && parts.length > 0 ? weigh(parts, window) : NaN
    })
}
