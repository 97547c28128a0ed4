import { expect, test } from 'vitest'
import { create } from '../change/create.ts'
import { move } from '../change/move.ts'
import { remove } from '../change/remove.ts'
import { resize } from '../change/resize.ts'
import type { Layout, Outcome } from '../component.ts'
import { shown, tabbed, two } from '../fixture.ts'
import { createTopTabs } from '../top-level-tabs.ts'
import { chartsIn, withMeta } from '../tree.ts'
import { faultsOf } from '../valid.ts'
import { layoutChanges, mergeLayouts } from './merge.ts'

const done = (outcome: Outcome): Layout => {
  if (outcome.refused) throw new Error(outcome.refused)
  return outcome.layout
}
const moved = (layout: Layout, id: string, parent: string, index = 0) => done(move(layout, id, { parent, index }))

type Make = (layout: Layout) => Layout

test.each<[string, Make, Make, string, string[]]>([
  [
    'two charts resized',
    (base) => resize(base, 'c', { width: 5 }),
    (base) => resize(base, 'b', { width: 6 }),
    '(r(a:4 b:6) s(c:5 k:3(d:3 n(e:2))) h)',
    ['b width theirs', 'c width mine'],
  ],
  [
    'one moves what the other resizes',
    (base) => moved(base, 'a', 's'),
    (base) => resize(base, 'a', { height: 70 }),
    '(r(b:8) s(a:3 c:6 k:3(d:3 n(e:2))) h)',
    ['a height theirs', 'a parent mine', 'a width mine'],
  ],
  [
    'one adds where the other reorders',
    (base) => done(create(base, { type: 'DIVIDER' }, { parent: 'GRID_ID', index: 3 })),
    (base) => moved(base, 'h', 'GRID_ID', 0),
    '(h divider r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))))',
    ['GRID_ID order theirs', 'divider there mine'],
  ],
  [
    'one removes, the other changes something else',
    (base) => remove(base, 'b'),
    (base) => withMeta(base, 'h', { text: 'Numbers' }),
    '(r(a:4) s(c:6 k:3(d:3 n(e:2))) h)',
    ['b there mine', 'h text theirs'],
  ],
  [
    'one puts tabs over all, the other adds a header',
    (base) => createTopTabs(base).layout,
    (base) => done(create(base, { type: 'HEADER' }, { parent: 'GRID_ID', index: 0 })),
    'tabs(tab(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h header))',
    [],
  ],
])('%s: both changes stay', (...[, mineOf, theirsOf, expected, changes]) => {
  const base = two()
  const versions = { base, mine: mineOf(base), theirs: theirsOf(base) }
  const merged = mergeLayouts(versions, () => 'mine')
  expect(shown(merged)).toBe(expected)
  expect(faultsOf(merged)).toEqual([])
  if (changes.length > 0)
    expect(
      layoutChanges(versions)
        .map(({ id, key, by }) => `${/-/.test(id) ? versions.mine[id]?.type.toLowerCase() : id} ${key} ${by}`)
        .toSorted(),
    ).toEqual(changes)
})

test.each(['mine', 'theirs'] as const)('where both changed the same, the choice decides: %s', (side) => {
  const base = two()
  const versions = {
    base,
    mine: withMeta(base, 'h', { text: 'Mine' }),
    theirs: withMeta(resize(base, 'c', { height: 60 }), 'h', { text: 'Theirs' }),
  }
  expect(layoutChanges(versions).map(({ id, by }) => [id, by])).toEqual([
    ['c', 'theirs'],
    ['h', 'both'],
  ])
  const merged = mergeLayouts(versions, () => side)
  expect([merged['h']?.meta.text, merged['c']?.meta.height]).toEqual([side === 'mine' ? 'Mine' : 'Theirs', 60])
})

test.each([
  ['mine', undefined],
  ['theirs', 6],
] as const)('what one removed and the other changed is asked about: %s', (side, width) => {
  const base = two()
  const versions = { base, mine: remove(base, 'c'), theirs: resize(base, 'c', { width: 6, height: 60 }) }
  expect(layoutChanges(versions)).toMatchObject([{ id: 'c', key: 'there', by: 'both' }])
  expect(mergeLayouts(versions, () => side)['c']?.meta.width).toBe(width)
})

test('a chart that one put into a tab which the other removed is not lost', () => {
  const base = tabbed()
  const versions = { base, mine: moved(base, 'a', 't2'), theirs: remove(base, 't2') }
  const charts = chartsIn(base).toSorted()
  for (const side of ['mine', 'theirs'] as const) {
    const merged = mergeLayouts(versions, () => side)
    expect(chartsIn(merged).toSorted()).toEqual(charts)
    expect(faultsOf(merged)).toEqual([])
  }
})

test('two moves into each other lose nothing', () => {
  const base = two()
  const more = done(create(base, { type: 'COLUMN', meta: { width: 3 } }, { parent: 's', index: 0 }))
  const column = Object.keys(more).find((id) => !base[id]) ?? ''
  const versions = { base: more, mine: moved(more, 'n', column), theirs: moved(more, 'd', column) }
  const merged = mergeLayouts(versions, () => 'mine')
  expect(chartsIn(merged).toSorted()).toEqual(chartsIn(base).toSorted())
  expect(faultsOf(merged)).toEqual([])
})

test('versions that are equal have no changes and merge to themselves', () => {
  const base = two()
  expect(layoutChanges({ base, mine: two(), theirs: two() })).toEqual([])
  expect(mergeLayouts({ base, mine: two(), theirs: two() }, () => 'theirs')).toEqual(two())
})
