import { describe, expect, test } from 'vitest'
import { readDashboardColors, schemeDomain, withLabelColor } from './dashboard-colors.ts'
import { assignLabelColors, labelScheme, readLabelColors, schemeUnder, shownColor } from './label-colors.ts'
import type { ColorRule, LabelColors, LabelGroup, SchemeOf } from './label-colors.ts'
import { categoricalColors } from './schemes.ts'

const three = ['red', 'green', 'blue']
const group = (labels: string, scheme: LabelGroup['scheme'] = labelScheme(undefined)): LabelGroup => ({ labels: labels.split(' '), scheme })
const under =
  (rule: ColorRule): SchemeOf =>
  (own) =>
    schemeUnder(rule, own)

describe('the rule of a dashboard', () => {
  const analogous = { scheme: null, isAnalogous: true }
  const labels = Array.from('abcdefghijklmnopqrst', (letter) => letter).join(' ')

  test('a scheme that only the dashboard knows takes the place of those of its charts', () => {
    const rule = readDashboardColors({ color_scheme: 'house', color_scheme_domain: ['#010101', '#020202', 'no color'] }).colorRule
    expect(assignLabelColors({}, [group('a b c', three)], under(rule))).toEqual({ a: '#010101', b: '#020202', c: '#010101' })
  })

  test('analogous colours: labels past the scheme take neighbouring hues before a colour repeats', () => {
    const colors = assignLabelColors({}, [group(labels)], under(analogous))
    expect(Object.values(colors)).toEqual(Array.from({ length: 20 }, (_, slot) => slot))
    for (const theme of ['light', 'dark'] as const) {
      const shown = Object.values(colors).map((color) => shownColor(color, theme))
      expect(new Set(shown).size).toBe(20)
      expect(shown.slice(0, 10)).toEqual(categoricalColors(undefined, theme))
    }
    const texts = Object.values(assignLabelColors({}, [group('a b c d e', three)], under(analogous)))
    expect(texts.slice(0, 3)).toEqual(three)
    expect(new Set(texts).size).toBe(5)
  })

  test('few labels have the same colours with analogous colours and without', () => {
    expect(assignLabelColors({}, [group('a b c')], under(analogous))).toEqual(assignLabelColors({}, [group('a b c')]))
  })

  test.each<[string, Record<string, unknown>, ColorRule, string[]]>([
    ['nothing', {}, { scheme: null, isAnalogous: false }, []],
    ['our own scheme', { color_scheme: 'chartroom' }, { scheme: null, isAnalogous: false }, categoricalColors(undefined, 'light')],
    [
      'a known scheme, whatever colours it once had',
      { color_scheme: 'd3Category10', color_scheme_domain: ['#111111'] },
      { scheme: null, isAnalogous: false },
      categoricalColors('d3Category10', 'light'),
    ],
    [
      'an unknown scheme',
      { color_scheme: 'house', color_scheme_domain: ['#111111'], analogous_colors: true },
      { scheme: ['#111111'], isAnalogous: true },
      ['#111111'],
    ],
    ['an unknown scheme without colours', { color_scheme: 'house' }, { scheme: null, isAnalogous: false }, []],
    ['a broken domain', { color_scheme: 'house', color_scheme_domain: { a: 1 } }, { scheme: null, isAnalogous: false }, []],
  ])('%s', (_, metadata, rule, domain) => {
    expect(readDashboardColors(metadata).colorRule).toEqual(rule)
    expect(schemeDomain(metadata)).toEqual(domain)
  })
})

describe('the colour of one label', () => {
  const drawn = { map_label_colors: { a: 1, ' b ': 2 }, shared_label_colors: { a: '#222', c: '#333' } }
  test.each<[string, Record<string, unknown>, string, string | number | null, LabelColors]>([
    ['is chosen', {}, 'a', '#111', { a: '#111' }],
    ['is chosen over what was drawn', drawn, 'a', 5, { a: 5, b: 2, c: '#333' }],
    ['is taken back together with what was drawn in it', { ...drawn, label_colors: { a: '#111' } }, 'a', null, { b: 2, c: '#333' }],
    ['is found whatever the blanks around the label', drawn, 'b', null, { a: '#222', c: '#333' }],
    ['may be that of __proto__', {}, '__proto__', '#111', { ['__proto__']: '#111' }],
  ])('%s', (...row) => {
    const [, metadata, label, color, expected] = row
    const next = withLabelColor(metadata, label, color)
    expect(readLabelColors(next)).toEqual(expected)
    expect(metadata).not.toBe(next)
  })

  test('names of the shared labels stay a list', () => {
    expect(withLabelColor({ shared_label_colors: ['a', 'b'] }, 'a', '#111')).toEqual({
      shared_label_colors: ['a', 'b'],
      label_colors: { a: '#111' },
    })
  })
})

test('what was drawn in older colours of the scheme is redrawn, what the author chose stays', () => {
  const metadata = { color_scheme: 'd3Category10', map_label_colors: { a: '#111111' }, label_colors: { b: '#222' } }
  expect(readDashboardColors({ ...metadata, color_scheme_domain: ['#111111'] }).labelColors).toEqual({ b: '#222' })
  const domain = categoricalColors('d3Category10', 'light').map((color) => color.toUpperCase())
  expect(readDashboardColors({ ...metadata, color_scheme_domain: domain }).labelColors).toEqual({ a: '#111111', b: '#222' })
})
