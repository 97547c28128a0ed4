import { describe, expect, test } from 'vitest'
import { extentOf, logScale, logTicksOf, niceScale, ticksOf } from './scale.ts'

describe('niceScale', () => {
  test.each<[string, [number, number], Parameters<typeof niceScale>[1], number[]]>([
    ['from zero', [3, 42.75], { ticks: 6, zero: true }, [0, 10, 20, 30, 40, 50]],
    ['fitted', [38.9, 82.5], { ticks: 6 }, [30, 45, 60, 75, 90]],
    ['millions', [0, 15_300_000], { ticks: 5, zero: true }, [0, 4_000_000, 8_000_000, 12_000_000, 16_000_000].map((v) => v * 1.25)],
    ['both signs', [-37, 31], { ticks: 6 }, [-40, -20, 0, 20, 40]],
    ['tiny', [0, 0.00037], { ticks: 5, zero: true }, [0, 0.0001, 0.0002, 0.0003, 0.0004]],
    ['parts', [0.1, 0.3], { ticks: 5 }, [0.1, 0.15, 0.2, 0.25, 0.3]],
    ['nothing', [Infinity, -Infinity], { ticks: 5 }, [0, 0.25, 0.5, 0.75, 1]],
    ['one value', [42, 42], { ticks: 6 }, [0, 10, 20, 30, 40, 50]],
    ['zero alone', [0, 0], { ticks: 3 }, [0, 0.5, 1]],
  ])('%s', (_, extent, wish, ticks) => expect(ticksOf(niceScale(extent, wish))).toEqual(ticks))

  test('headroom ends the axis above the last tick', () => {
    expect(niceScale([0, 19.8], { ticks: 5, zero: true, headroom: 0.1 })).toEqual({ min: 0, max: 21.78, step: 5 })
  })

  test('bounds that a person fixed stay', () => {
    expect(niceScale([3, 97], { ticks: 6, bounds: [10, null] })).toMatchObject({ min: 10, max: 100 })
    expect(niceScale([3, 97], { ticks: 6, bounds: [null, 57] })).toMatchObject({ max: 57 })
  })

  test('between three and six ticks for any extent', () => {
    for (let i = 1; i < 400; i += 1) {
      const high = 1.13 ** i
      const count = ticksOf(niceScale([0, high], { ticks: 6, zero: true })).length
      expect(count).toBeGreaterThanOrEqual(4)
      expect(count).toBeLessThanOrEqual(6)
    }
  })
})

describe('logScale', () => {
  test.each<[string, [number, number], Parameters<typeof logScale>[1], [min: number, max: number]]>([
    ['powers of ten around the values', [3, 4200], {}, [1, 10_000]],
    ['values that are powers of ten', [10, 1000], {}, [10, 1000]],
    ['bars begin below the lowest', [10, 1000], { stands: true }, [1, 1000]],
    ['bars whose lowest is between two powers', [30, 1000], { stands: true }, [10, 1000]],
    ['parts of one', [0.004, 0.2], {}, [0.001, 1]],
    ['one value', [100, 100], {}, [100, 1000]],
    ['a fixed start', [3, 4200], { bounds: [2, null] }, [2, 10_000]],
    ['a fixed end', [3, 4200], { bounds: [null, 6000] }, [1, 6000]],
    ['ends that cannot be on it', [3, 4200], { bounds: [0, -5] }, [1, 10_000]],
    ['a start above the values', [3, 42], { bounds: [5000, null] }, [100, 5000]],
    ['both ends the same', [3, 42], { bounds: [7, 7] }, [7, 70]],
  ])('%s', (_, extent, wish, [min, max]) => expect(logScale(extent, wish)).toMatchObject({ min, max }))

  test('headroom is left above the highest value', () => {
    const { max } = logScale([1, 1000], { headroom: 0.1 })
    expect(max).toBeGreaterThan(1500)
    expect(max).toBeLessThan(10_000)
  })

  test.each<[string, [number, number], number[]]>([
    ['powers of ten', [1, 10_000], [1, 10, 100, 1000, 10_000]],
    ['what is between them where there is room', [1, 50], [1, 2, 5, 10, 20, 50]],
    ['every other power', [1, 1e8], [1, 100, 10_000, 1e6, 1e8]],
    ['below one', [0.001, 1], [0.001, 0.01, 0.1, 1]],
    ['round steps on a short axis', [3, 8], [3, 4, 5, 6, 7, 8]],
    ['fixed ends between ticks', [3, 4200], [10, 100, 1000]],
  ])('ticks: %s', (_, [min, max], ticks) => expect(logTicksOf({ min, max, step: 1 }, 6)).toEqual(ticks))
})

test('extents skip what is missing', () => expect(extentOf([null, 3, Number.NaN, -2, null])).toEqual([-2, 3]))
