import { describe, expect, test } from 'vitest'
import { result, shown, sketch, two } from '../fixture.ts'
import { topmost } from '../tree.ts'
import { faultsOf } from '../valid.ts'
import { equalizeHeights, equalizeWidths, fillRows } from './align.ts'
import { destinations } from '../drag/steps.ts'
import { group, type GroupKind } from './group.ts'
import { moveAll } from './move-all.ts'
import { resize } from './resize.ts'

test('of several components those inside another one are left out, in reading order', () => {
  expect(topmost(two(), ['e', 'k', 'h', 'a', 'gone'])).toEqual(['a', 'k', 'h'])
})

describe('grouping', () => {
  const cases: [GroupKind, string[], string][] = [
    ['row', ['a', 'c'], '(row(a:4 c:6) r(b:8) s(k:3(d:3 n(e:2))) h)'],
    ['row', ['a', 'b', 'c'], '(row(a:4 b:4 c:4) s(k:3(d:3 n(e:2))) h)'],
    ['row', ['b', 'k'], '(row(b:8 k:3(d:3 n(e:2))) r(a:4) s(c:6) h)'],
    ['column', ['a', 'b'], '(r(column:8(a:4 b:8)) s(c:6 k:3(d:3 n(e:2))) h)'],
    ['column', ['a', 'c'], '(r(column:4(a:4 c:6) b:8) s(k:3(d:3 n(e:2))) h)'],
    ['column', ['r', 'h'], '(row(column:12(r(a:4 b:8) h)) s(c:6 k:3(d:3 n(e:2))))'],
    ['titled', ['a', 'b'], '(r(column:12(header row(a:4 b:8))) s(c:6 k:3(d:3 n(e:2))) h)'],
    ['titled', ['a', 'c'], '(r(column:4(header a:4 c:6) b:8) s(k:3(d:3 n(e:2))) h)'],
    ['row', ['a', 'h'], 'place'],
    ['column', ['k', 'a'], 'place'],
    ['row', [], 'place'],
  ]
  test.each(cases)('%s of %j', (kind, ids, expected) => {
    const outcome = group(two(), ids, kind)
    expect(result(outcome)).toBe(expected)
    if (!outcome.refused) expect(faultsOf(outcome.layout)).toEqual([])
  })

  test('the container of a titled group has its title', () => {
    const outcome = group(two(), ['a', 'b'], 'titled', 'Sales')
    if (outcome.refused) throw new Error(outcome.refused)
    const [header = ''] = outcome.layout[outcome.id]?.children ?? []
    expect(outcome.layout[header]?.meta.text).toBe('Sales')
  })
})

describe('aligning', () => {
  test('components get the height of the tallest', () => {
    const layout = equalizeHeights(resize(two(), 'b', { height: 70 }), ['a', 'b', 'c', 'h'])
    expect(['a', 'b', 'c', 'd'].map((id) => layout[id]?.meta.height)).toEqual([70, 70, 70, 50])
  })

  const wide = () =>
    sketch([
      [
        'ROW',
        'r',
        [
          ['CHART', 'a', 2],
          ['CHART', 'b', 3],
          ['CHART', 'c', 2],
        ],
      ],
      [
        'ROW',
        's',
        [
          ['CHART', 'd', 5],
          ['COLUMN', 'k', 6, [['ROW', 'n', [['CHART', 'e', 6]]]]],
        ],
      ],
    ])
  test.each([
    [equalizeWidths, ['a', 'b', 'c'], '(r(a:3 b:3 c:3) s(d:5 k:6(n(e:6))))'],
    [equalizeWidths, ['a', 'd'], '(r(a:5 b:3 c:2) s(d:5 k:6(n(e:6))))'],
    [equalizeWidths, ['a', 'b', 'c', 'd'], '(r(a:4 b:4 c:4) s(d:4 k:6(n(e:6))))'],
    [fillRows, ['a', 'b', 'c'], '(r(a:4 b:4 c:4) s(d:5 k:6(n(e:6))))'],
    [fillRows, ['a', 'c'], '(r(a:5 b:3 c:4) s(d:5 k:6(n(e:6))))'],
    [fillRows, ['a', 'b', 'c', 'd', 'k'], '(r(a:4 b:4 c:4) s(d:6 k:6(n(e:6))))'],
  ] as const)('%o of %j', (align, ids, expected) => {
    const layout = align(wide(), ids)
    expect(layout && shown(layout)).toBe(expected)
    expect(layout && faultsOf(layout)).toEqual([])
  })

  test('a column is not made narrower than its content', () => {
    expect(equalizeWidths(wide(), ['a', 'b', 'c', 'k'])).toBeNull()
  })
})

describe('moving', () => {
  test.each<[string[], string, string]>([
    [['b', 'a'], 'GRID_ID', '(s(c:6 k:3(d:3 n(e:2))) h row(a:4 b:8))'],
    [['a', 'c', 'h'], 'GRID_ID', '(r(b:8) s(k:3(d:3 n(e:2))) row(a:4) row(c:6) h)'],
    [['a', 'k', 'e'], 'GRID_ID', '(r(b:8) s(c:6) h row(a:4) row(k:3(d:3 n(e:2))))'],
    [['a', 'b'], 'k', '(s(c:6 k:3(d:3 n(e:2) a:4 b:8)) h)'],
    [['a', 'd'], 's', 'space'],
    [['a', 'k'], 'n', 'place'],
    [['r'], 'r', 'place'],
    [['gone'], 'r', 'place'],
  ])('%j to the end of %s', (ids, parent, expected) => {
    const outcome = moveAll(two(), ids, parent)
    expect(result(outcome)).toBe(expected)
    if (!outcome.refused) expect(faultsOf(outcome.layout)).toEqual([])
  })

  test('destinations take all of them, and are not where all of them are', () => {
    expect(destinations(two(), ['a', 'b'])).toEqual(['GRID_ID', 'k'])
    expect(destinations(two(), ['a', 'h'])).toEqual(['GRID_ID', 'k'])
  })
})
