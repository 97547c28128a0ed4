import { TransformError } from './operation.ts'
import type { Rolling } from './rolling-kinds.ts'

const cosines =
  (...terms: number[]) =>
  (size: number): Float64Array =>
    Float64Array.from({ length: size }, (_, i) =>
      size === 1 ? 1 : terms.reduce((sum, term, k) => sum + (k % 2 ? -1 : 1) * term * Math.cos((2 * Math.PI * k * i) / (size - 1)), 0),
    )

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
  gaussian: (size, { std }) => {
    if (typeof std !== 'number' || !(std > 0)) throw new TransformError("Invalid options: gaussian needs 'std'")
    return Float64Array.from({ length: size }, (_, i) => Math.exp(-(((i - (size - 1) / 2) / std) ** 2) / 2))
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
  return parts.length > 1 ? (spread * size) / ((size - 1) * total) : NaN
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
