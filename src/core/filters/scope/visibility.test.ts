import { expect, test } from 'vitest'
import { sketch, shown, two } from '../../layout/fixture.ts'
import { conditionKey, type Layout } from '../../layout/component.ts'
import { withMeta } from '../../layout/tree.ts'
import { faultsOf } from '../../layout/valid.ts'
import type { ConditionRule } from './condition.ts'
import { visibleLayout } from './visibility.ts'

const filterId = 'NATIVE_FILTER-1'
const masksWith = (value: unknown) => ({ [filterId]: { id: filterId, filterState: { value } } })
const conditional = (layout: Layout, ids: string[], rule: ConditionRule = 'any', values: unknown[] = []): Layout =>
  ids.reduce((next, id) => withMeta(next, id, { [conditionKey]: { filterId, rule, values } }), layout)

test.each([
  [['b'], '(r(a:12) s(c:6 k:3(d:3 n(e:2))) h)'],
  [['a', 'b'], '(s(c:6 k:3(d:3 n(e:2))) h)'],
  [['c'], '(r(a:4 b:8) s(k:9(d:3 n(e:2))) h)'],
  [['d', 'e'], '(r(a:4 b:8) s(c:9) h)'],
  [['k', 'd', 'h'], '(r(a:4 b:8) s(c:9))'],
  [['s', 'c'], '(r(a:4 b:8) h)'],
])('without %j the others close up', (ids, expected) => {
  const layout = conditional(two(), ids)
  const visible = visibleLayout(layout, masksWith([]))
  expect([shown(visible), faultsOf(visible)]).toEqual([expected, []])
  expect(visibleLayout(layout, masksWith(['x']))).toBe(layout)
})

test('columns of a hidden card go to its neighbours in turn', () => {
  const layout = sketch([
    [
      'ROW',
      'r',
      [
        ['CHART', 'a', 3],
        ['CHART', 'b', 5],
        ['CHART', 'c', 3],
      ],
    ],
  ])
  expect(shown(visibleLayout(conditional(layout, ['b']), masksWith([])))).toBe('(r(a:6 c:5))')
})
