import { describe, expect, test } from 'vitest'
import { extentOf, niceScale, ticksOf } from './scale.ts'

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

test('extents skip what is missing', () => expect(extentOf([null, 3, Number.NaN, -2, null])).toEqual([-2, 3]))
