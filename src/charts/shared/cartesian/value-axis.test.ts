import { describe, expect, test } from 'vitest'
import { numberFormatter } from '#core/format/number.ts'
import { placeOf, planValueAxis, valueAxisOption } from './value-axis.ts'

const planned = (rest: Partial<Parameters<typeof planValueAxis>[0]>) =>
  planValueAxis({ extent: [-5, 15], length: 240, standsOnZero: true, format: String, ...rest })

const limits = { truncate: true, bounds: [3, 40] as const, log: false }

test.each([
  ['room for labels below zero', { headroom: 0.1 }, [-5, 0, 5, 10, 15]],
  ['a fixed start between two steps', { limits, extent: [5, 35] as [number, number] }, [10, 20, 30, 40]],
])('with %s the axis is told its ticks, which are multiples of its step', (_, rest, ticks) => {
  const option = valueAxisOption(planned(rest)) as { axisTick: unknown; axisLabel: { showMinLabel: boolean } }
  expect(option.axisTick).toEqual({ customValues: ticks })
  expect(option.axisLabel).toMatchObject({ customValues: ticks, showMinLabel: true })
})

test('an axis that starts on a tick counts its own', () => {
  const option = valueAxisOption(planned({ extent: [0, 15], headroom: 0.1 })) as { axisTick: unknown; axisLabel: object }
  expect(option.axisTick).toEqual({})
  expect(option.axisLabel).toMatchObject({ showMinLabel: true, showMaxLabel: false })
})

describe('a logarithmic axis', () => {
  const log = { limits: { ...limits, log: true }, extent: [5, 350] as [number, number] }

  test('has the ends that a person fixed and its ticks; bars rise from its start', () => {
    expect(valueAxisOption(planned(log))).toMatchObject({
      type: 'log',
      min: 3,
      max: 40,
      startValue: 3,
      axisLabel: { customValues: [5, 10, 20] },
    })
    expect(valueAxisOption(planned({ ...log, limits: { ...log.limits, truncate: false } }))).toMatchObject({ min: 1, max: 1000 })
  })

  test.each([
    [3, 0],
    [Math.sqrt(120), 0.5],
    [40, 1],
  ])('places %d', (value, place) => expect(placeOf(planned(log), value)).toBeCloseTo(place))

  test('is linear where something is below zero, as in a stream', () =>
    expect(valueAxisOption(planned({ ...log, extent: [-5, 5] }))['type']).toBe('value'))
})

test('an axis whose ticks differ little writes them in the adaptive format with more digits, and else as it was told', () => {
  const narrow = { extent: [1_000_001, 1_000_005] as [number, number], standsOnZero: false }
  const { texts } = planned({ ...narrow, format: numberFormatter() })
  expect(texts).toEqual(['1,000,001', '1,000,002', '1,000,003', '1,000,004', '1,000,005'])
  expect(new Set(planned({ ...narrow, format: numberFormatter('.3~s') }).texts)).toEqual(new Set(['1M']))
})
