import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { analogousColors } from './analogous.ts'
import { colorAssigner } from './assign.ts'
import { contrastingInk, hexToRgb, readRgba, rgbToHex, withOpacity } from './parse.ts'
import { linearScale, ramp, sampled } from './ramp.ts'
import { categoricalSchemes } from './scheme-data.ts'
import { sequentialSchemes } from './sequential-data.ts'
import { categoricalColors } from './schemes.ts'

type Assignment = {
  case: string
  colors: string[]
  forced: Record<string, string | number>
  feature_flags: Record<string, boolean>
  labels: unknown[]
  assigned: string[]
  domain: string[]
  range: string[]
  color_map: Record<string, string>
}
type Sequential = { id: string; linear_0_100: string[]; linear_no_extend: string[]; colors_5: string[]; colors_9: string[] }
type Outcome = string | { $error: string }
type Recorded = {
  categorical: { id: string; label: string; colors: string[] }[]
  sequential: (Sequential & { label: string; is_diverging: boolean; colors: string[] })[]
  scales: Assignment[]
  namespaces: { case: string; out: string[] }[]
  contrasting: { color: string; result_150: string; result_186: string; result_0: string }[]
  analogous: { colors: string[]; results: number; out: string[] }[]
  add_alpha: { color: string; opacity: number; out: Outcome }[]
  hex_to_rgb: { color: string; hex_to_rgb: string }[]
  rgb_to_hex: { rgb: [number, number, number]; hex: string }[]
}

const file = new URL('../../../test/conformance/format/colors.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded

test('schemes', () => {
  expect(categoricalSchemes).toEqual(recorded.categorical.map(({ id, label, colors }) => ({ id, label, colors })))
  expect(sequentialSchemes).toEqual(
    recorded.sequential.map(({ id, label, colors, is_diverging }) => ({ id, label, colors, ...(is_diverging && { diverging: true }) })),
  )
})

test.each(recorded.sequential)('ramp of $id', ({ colors, ...scheme }) => {
  const scale = linearScale(colors, [0, 100])
  expect({
    linear_0_100: [0, 10, 25, 50, 75, 90, 100].map(scale),
    linear_no_extend: [0, 0.25, 0.5, 1].map(ramp(colors)),
    colors_5: sampled(colors, 5),
    colors_9: sampled(colors, 9),
  }).toEqual({
    linear_0_100: scheme.linear_0_100,
    linear_no_extend: scheme.linear_no_extend,
    colors_5: scheme.colors_5,
    colors_9: scheme.colors_9,
  })
})

/** JSON has no undefined: where the recorded domain has it, the second of two nulls stood for it. */
const labelsOf = ({ labels, domain }: Assignment) =>
  labels.map((label, i) => (label === null && labels[i - 1] === null && domain.includes('undefined') ? undefined : label))

test.each(recorded.scales)('assignment: $case, $feature_flags', (run) => {
  const colorOf = colorAssigner(run.colors, {
    forced: run.forced,
    avoidCollisions: run.feature_flags['AVOID_COLORS_COLLISION'] ?? false,
    analogous: run.feature_flags['USE_ANALAGOUS_COLORS'] ?? false,
  })
  expect(labelsOf(run).map(colorOf)).toEqual(run.assigned)
  expect(colorOf.domain()).toEqual(run.domain)
  expect(colorOf.range()).toEqual(run.range)
  expect(colorOf.map()).toEqual(run.color_map)
})

test('a namespace is a scheme with forced colours; each scale starts afresh', () => {
  const out = Object.fromEntries(recorded.namespaces.map((n) => [n.case, n.out]))
  const d3 = categoricalColors('d3Category10', 'light')
  expect(['a', 'b', 'c'].map(colorAssigner(d3, { forced: { a: '#111111' } }))).toEqual(out['scale takes the namespace forced colours'])
  const google = categoricalColors('googleCategory10c', 'light')
  expect(['a', 'b', 'c'].map((label) => colorAssigner(google)(label))).toEqual(out['every getScale call makes a fresh scale'])
  expect(['a', 'a'].map(colorAssigner(d3))).toEqual(out['after resetColors'])
  const others = categoricalColors('supersetColors', 'light')
  expect(['a', 'b', 'c'].map(colorAssigner(others))).toEqual(out['default scheme key'])
  expect(categoricalColors('no such scheme', 'light')).toEqual(categoricalColors(undefined, 'light'))
})

describe('arithmetic', () => {
  test.each(recorded.contrasting)('ink on $color', ({ color, ...results }) => {
    expect(contrastingInk(color)).toBe(results.result_150)
    expect(contrastingInk(color, 186)).toBe(results.result_186)
    expect(contrastingInk(color, 0)).toBe(results.result_0)
  })
  test.each(['#12', 'papayawhip'])('%s is no colour', (color) => expect(() => contrastingInk(color)).toThrow(`Invalid color: ${color}`))
  test.each([
    ['#1FA8C9', { r: 31, g: 168, b: 201, a: 1 }],
    [' 1fa8c980 ', { r: 31, g: 168, b: 201, a: 128 / 255 }],
    ['rgba(1, 2, 3, 0.5)', { r: 1, g: 2, b: 3, a: 0.5 }],
    ['steelblue', { r: 70, g: 130, b: 180, a: 1 }],
    ['rgba(1, 2, 3, 2)', null],
    ['rgb(300, 2, 3)', null],
    ['#12', null],
    ['', null],
  ])('%j is typed for %j', (text, color) => {
    const read = readRgba(text)
    expect(read && { ...read, a: Math.round(read.a * 255) }).toEqual(color && { ...color, a: Math.round(color.a * 255) })
  })
  test.each(recorded.analogous)('$results round(s) beside $colors', ({ colors, results, out }) => {
    expect(analogousColors(colors, results)).toEqual(out)
  })
  test.each(recorded.add_alpha)('$color at $opacity', ({ color, opacity, out }) => {
    if (typeof out === 'string') expect(withOpacity(color, opacity)).toBe(out)
    else expect(() => withOpacity(color, opacity)).toThrow(out.$error)
  })
  test.each(recorded.hex_to_rgb)('$color', ({ color, hex_to_rgb }) => expect(hexToRgb(color)).toBe(hex_to_rgb))
  test.each(recorded.rgb_to_hex)('$rgb', ({ rgb, hex }) => expect(rgbToHex(...rgb)).toBe(hex))
})
