import { expect, test } from 'vitest'
import { duplicate } from './duplicate.ts'
import { result, shown, tabbed, two } from '../fixture.ts'
import { subtree } from '../tree.ts'
import { faultsOf } from '../valid.ts'

test.each([
  ['a chart in a row with room: beside it', 'c', two, '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) row(chart:6) h)'],
  ['a chart in a full row: below, in a row of its own', 'a', two, '(r(a:4 b:8) row(chart:4) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['a column with all that is in it', 'k', two, '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2)) column:3(chart:3 row(chart:2))) h)'],
  ['a chart in a column: under it', 'd', two, '(r(a:4 b:8) s(c:6 k:3(d:3 chart:3 n(e:2))) h)'],
  ['a row', 'r', two, '(r(a:4 b:8) row(chart:4 chart:8) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['a header', 'h', two, '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h header)'],
  [
    'a tab with all that is in it',
    't1',
    tabbed,
    'top(t1(r(a:4) inner(i1(s(b:4)) i2())) tab(row(chart:4) tabs(tab(row(chart:4)) tab())) t2())',
  ],
  ['tabs over the whole dashboard stand once', 'top', tabbed, 'place'],
  ['nothing', 'gone', two, 'place'],
])('%s', (_, id, make, expected) => {
  expect(result(duplicate(make(), id))).toBe(expected)
})

test('a copy has ids of its own and the same content, and the original stays', () => {
  const layout = tabbed()
  const outcome = duplicate(layout, 't1')
  if (outcome.refused) throw new Error(outcome.refused)
  const [original, copy] = [subtree(outcome.layout, 't1'), subtree(outcome.layout, outcome.id)]
  expect(copy.map(({ type, meta }) => ({ type, meta }))).toEqual(original.map(({ type, meta }) => ({ type, meta })))
  expect(new Set([...original, ...copy].map(({ id }) => id)).size).toBe(original.length * 2)
  expect(faultsOf(outcome.layout)).toEqual([])
  expect(shown(layout)).toBe(shown(tabbed()))
})
