import { describe, expect, test } from 'vitest'
import { assignLabelColors, labelScheme, readLabelColors, shownColor } from './label-colors.ts'
import type { LabelColors, LabelGroup } from './label-colors.ts'
import { categoricalColors } from './schemes.ts'

const own = labelScheme(undefined)
const three = ['red', 'green', 'blue']
const group = (labels: string, scheme: LabelGroup['scheme'] = own, fixed?: LabelColors): LabelGroup => ({
  labels: labels.split(' '),
  scheme,
  ...(fixed && { fixed }),
})

type Case = [string, LabelColors, LabelGroup[], Record<string, unknown>]
const cases: Case[] = [
  ['one picture takes the slots in order', {}, [group('a b c')], { a: 0, b: 1, c: 2 }],
  ['pictures without a common label begin with the same slots', {}, [group('a b'), group('x y')], { a: 0, b: 1, x: 0, y: 1 }],
  ['a shared label keeps the slot of the first picture', {}, [group('a b'), group('b c')], { a: 0, b: 1, c: 0 }],
  ['labels of two pictures that meet in a third differ', {}, [group('a'), group('b'), group('a b')], { a: 0, b: 1 }],
  ['a known label keeps its slot, another one goes round it', { b: 0 }, [group('a b c')], { b: 0, a: 1, c: 2 }],
  ['fewer labels under a filter change nothing', { a: 0, b: 1, c: 2 }, [group('c')], { a: 0, b: 1, c: 2 }],
  ['a label that a filter brings takes what is free', { a: 0, b: 1, c: 2 }, [group('c z a')], { a: 0, b: 1, c: 2, z: 1 }],
  [
    'past the end of a scheme the least used come again',
    {},
    [group('a b c d e', three)],
    { a: 'red', b: 'green', c: 'blue', d: 'red', e: 'green' },
  ],
  ['a colour that an author chose is not given again', { x: 'green' }, [group('a b x', three)], { x: 'green', a: 'red', b: 'blue' }],
  ['what a picture fixes by itself is kept free and not given', {}, [group('a b Other', own, { Other: 0 })], { a: 1, b: 2 }],
  ['a label has one colour, whatever the schemes of its pictures', {}, [group('a b', three), group('a c')], { a: 'red', b: 'green', c: 0 }],
  ['texts are compared without the blanks around them', { a: 4 }, [{ labels: [' a ', 'b'], scheme: own }], { a: 4, b: 0 }],
  [
    'names of object properties are labels like others',
    {},
    [group('constructor toString __proto__ a')],
    { constructor: 0, toString: 1, ['__proto__']: 2, a: 3 },
  ],
  ['nothing is drawn', { a: 1 }, [], { a: 1 }],
]
test.each(cases)('%s', (_, known, groups, expected) => {
  expect({ ...assignLabelColors(known, groups) }).toEqual(expected)
})

test('the same charts give the same colours, and assigned colours stay when charts are added', () => {
  const groups = [group('n s e w'), group('e x'), group('x y z n'), group('y a b c d e f g h i j k l m')]
  const all = assignLabelColors({}, groups)
  expect(assignLabelColors({}, groups)).toEqual(all)
  const grown = groups.reduce<LabelColors>((known, one) => assignLabelColors(known, [one]), {})
  expect(assignLabelColors(grown, groups)).toEqual(grown)
})

describe('what a dashboard holds', () => {
  test.each<[string, Record<string, unknown>, LabelColors]>([
    ['nothing', {}, {}],
    ['6.1: all labels, with the names of the shared ones', { map_label_colors: { a: '#111' }, shared_label_colors: ['a'] }, { a: '#111' }],
    ['3.0: shared ones with their colours', { shared_label_colors: { a: '#222' } }, { a: '#222' }],
    [
      'the author wins over what was drawn',
      { label_colors: { a: '#333' }, shared_label_colors: { a: '#222', b: '#222' }, map_label_colors: { a: '#111', b: '#111', c: '#111' } },
      { a: '#333', b: '#222', c: '#111' },
    ],
    ['slots of our own palette', { map_label_colors: { a: 3 } }, { a: 3 }],
    ['slots of the scheme of the dashboard', { color_scheme: 'd3Category10', map_label_colors: { a: 11 } }, { a: '#ff7f0e' }],
    ['what is no colour is left out', { label_colors: { a: null, b: { c: 1 } }, map_label_colors: [] }, {}],
  ])('%s', (_, metadata, expected) => {
    expect(readLabelColors(metadata)).toEqual(expected)
  })
})

test('slots follow the theme, texts do not', () => {
  for (const theme of ['light', 'dark'] as const) {
    expect(own.map((slot) => shownColor(slot, theme))).toEqual(categoricalColors(undefined, theme))
    expect(shownColor('#123456', theme)).toBe('#123456')
  }
})
