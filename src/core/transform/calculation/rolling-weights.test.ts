/** The expected numbers are scipy's (`scipy.signal.windows`, symmetric), five wide. */
import { expect, test } from 'vitest'
import { windowWeights } from './rolling-weights.ts'

test.each<[string, object, [edge: number, between: number, middle: number]]>([
  ['barthann', {}, [0, 0.5, 1]],
  ['bohman', {}, [0, 0.318309886, 1]],
  ['flattop', {}, [-0.000421051, -0.05473684, 1.000000003]],
  ['lanczos', {}, [0, 0.636619772, 1]],
  ['parzen', {}, [0.016, 0.424, 1]],
  ['tukey', {}, [0, 1, 1]],
  ['tukey', { alpha: 0 }, [1, 1, 1]],
  ['exponential', { tau: 2 }, [0.367879441, 0.60653066, 1]],
  ['kaiser', { beta: 5 }, [0.036710892, 0.55285177, 1]],
  ['gaussian', { std: 1.2 }, [0.249352209, 0.706648278, 1]],
  ['general_gaussian', { p: 1.5, sig: 2 }, [0.60653066, 0.939413063, 1]],
])('%s %j', (shape, options, [edge, between, middle]) => {
  const weights = Array.from(windowWeights(shape, 5, { ...options }))
  weights.forEach((weight, i) => expect(weight).toBeCloseTo([edge, between, middle, between, edge][i] ?? NaN, 8))
  expect(Array.from(windowWeights(shape, 1, { ...options }))).toEqual([1])
})

test.each([
  ['kaiser', {}, "kaiser needs 'beta'"],
  ['gaussian', { std: 'wide' }, "gaussian needs 'std'"],
  ['tukey', { alpha: -1 }, "tukey needs 'alpha'"],
  ['round', {}, 'Invalid win_type round'],
])('%s %j is refused', (shape, options, message) => {
  expect(() => windowWeights(shape, 5, options)).toThrow(message)
})
