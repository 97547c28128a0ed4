import { expect, test } from 'vitest'
import { numberFormatter } from '#core/format/number.ts'
import { planValueAxis, valueAxisOption } from './value-axis.ts'

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

test('an axis whose ticks differ little writes them in the adaptive format with more digits, and else as it was told', () => {
  const narrow = { extent: [1_000_001, 1_000_005] as [number, number], standsOnZero: false }
  const { texts } = planned({ ...narrow, format: numberFormatter() })
  expect(texts).toEqual(['1,000,001', '1,000,002', '1,000,003', '1,000,004', '1,000,005'])
  expect(new Set(planned({ ...narrow, format: numberFormatter('.3~s') }).texts)).toEqual(new Set(['1M']))
})
