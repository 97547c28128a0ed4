import { describe, expect, test } from 'vitest'
import type { Layout, Place } from '../../component.ts'
import { gridId } from '../../component.ts'
import { shown, tabbed, two } from '../../fixture.ts'
import { placesAfter } from '../places.ts'
import { chartsIn } from '../../tree.ts'
import { faultsOf } from '../../valid.ts'
import { emptyLayout } from '../../wire/read.ts'
import { copyParts, readClip, withoutCharts, writeClip, type Clip } from './clip.ts'
import { pasteParts } from './paste.ts'

const here = 'https://charts.example'
const atEnd: Place[] = [{ parent: gridId, index: 0 }]

const throughText = (layout: Layout, ids: string[]): Clip => {
  const clip = readClip(writeClip(copyParts(layout, ids, here)))
  if ('fault' in clip) throw new Error(clip.fault)
  return clip
}

const paste = (layout: Layout, clip: Clip, places: Place[]): string => {
  const pasted = pasteParts(layout, clip, places)
  if (pasted.refused) return pasted.refused
  expect(faultsOf(pasted.layout)).toEqual([])
  return shown(pasted.layout)
}

describe('copied components are pasted', () => {
  test.each([
    [['a'], '(row(chart:4))'],
    [['a', 'b'], '(row(chart:4 chart:8))'],
    [['b', 'c', 'h'], '(row(chart:8) row(chart:6) header)'],
    [['k'], '(row(column:3(chart:3 row(chart:2))))'],
    [['e', 'k', 's'], '(row(chart:6 column:3(chart:3 row(chart:2))))'],
  ])('%j into an empty dashboard', (ids, expected) => {
    expect(paste(emptyLayout, throughText(two(), ids), atEnd)).toBe(expected)
  })

  test('beside a component where there is room, else below its row', () => {
    const clip = throughText(two(), ['e'])
    expect(paste(two(), clip, placesAfter(two(), 'c'))).toContain('s(c:6 chart:2 k:3')
    expect(paste(two(), clip, placesAfter(two(), 'a'))).toContain('r(a:4 b:8) row(chart:2) s(')
  })

  test('a tab only among tabs', () => {
    const clip = throughText(tabbed(), ['i1'])
    expect(paste(tabbed(), clip, placesAfter(tabbed(), 'i2'))).toContain('i2() tab(row(chart:4))')
    expect(paste(emptyLayout, clip, atEnd)).toBe('place')
  })

  test('only as deep as the rules allow', () => {
    expect(paste(two(), throughText(two(), ['k']), [{ parent: 'n', index: 0 }])).toBe('place')
  })

  test('without charts that are missing, and rows that would be empty', () => {
    const clip = throughText(two(), ['r', 'k'])
    const [a = 0, b = 0, d = 0] = chartsIn(two()).filter((id) => [97, 98, 100].includes(id))
    expect(
      paste(
        emptyLayout,
        withoutCharts(clip, (id) => [a, b, d].includes(id)),
        atEnd,
      ),
    ).toBe('(row(column:3(row(chart:2))))')
    expect(withoutCharts(clip, () => true).roots).toHaveLength(1)
  })
})

describe('a text is refused', () => {
  const parts = (change: (value: Record<string, unknown>) => object) =>
    JSON.stringify(change(JSON.parse(writeClip(copyParts(two(), ['k'], here))) as Record<string, unknown>))
  const component = (more: object) => ({ id: 'x', type: 'ROW', children: [], meta: {}, ...more })
  test.each([
    ['that is none of ours', 'Sales\t2026', 'foreign'],
    ['of JSON of something else', '{"roots":["a"]}', 'foreign'],
    ['that was cut off', parts((value) => value).slice(0, -4), 'damaged'],
    ['without components', parts((value) => ({ ...value, components: [], roots: [] })), 'damaged'],
    ['of a later version', parts((value) => ({ ...value, version: 2 })), 'damaged'],
    ['with an unknown type', parts((value) => ({ ...value, components: [component({ type: 'SCRIPT' })], roots: ['x'] })), 'damaged'],
    ['with a circle', parts((value) => ({ ...value, components: [component({ children: ['x'] })], roots: ['x'] })), 'damaged'],
    ['with a lost child', parts((value) => ({ ...value, components: [component({ children: ['y'] })], roots: ['x'] })), 'damaged'],
    ['with the root of a dashboard', parts((value) => ({ ...value, components: [component({ type: 'ROOT' })], roots: ['x'] })), 'damaged'],
    [
      'with a child where it may not stand',
      parts((value) => ({ ...value, components: [component({ children: ['y'] }), component({ id: 'y', type: 'TAB' })], roots: ['x'] })),
      'damaged',
    ],
  ])('%s', (_, text, fault) => {
    expect(readClip(text)).toEqual({ fault })
  })
})
