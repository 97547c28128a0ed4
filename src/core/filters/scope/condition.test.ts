import { expect, test } from 'vitest'
import { two } from '../../layout/fixture.ts'
import { conditionKey } from '../../layout/component.ts'
import { withMeta } from '../../layout/tree.ts'
import { readLayout } from '../../layout/wire/read.ts'
import { writeLayout } from '../../layout/wire/write.ts'
import { filterTypes } from '../native-filter.ts'
import { isMet, needsValues, readCondition, rulesFor, type Condition, type ConditionRule } from './condition.ts'

const filterId = 'NATIVE_FILTER-1'
const masksWith = (value: unknown) => ({ [filterId]: { id: filterId, filterState: { value } } })
const now = Date.UTC(2026, 5, 15, 12)

test.each<[ConditionRule, unknown[], unknown, boolean]>([
  ['is', ['Norway'], ['Norway', 'Sweden'], true],
  ['is', ['Norway'], ['Sweden'], false],
  ['is', ['2020'], [2020], true],
  ['is', ['Norway'], undefined, false],
  ['is', ['Norway', 'Sweden'], 'Sweden', true],
  ['is_not', ['Norway'], ['Norway'], false],
  ['is_not', ['Norway'], ['Sweden'], true],
  ['is_not', ['Norway'], null, true],
  ['any', [], ['Norway'], true],
  ['any', [], [null, null], false],
  ['any', [], [], false],
  ['none', [], [1, null], false],
  ['none', [], undefined, true],
  ['any', [], 'No filter', false],
  ['equals', [10, 20], [10, 20], true],
  ['equals', [10, null], [10, null], true],
  ['equals', [10, null], [10, 20], false],
  ['equals', [10, 20], null, false],
  ['differs', [10, 20], [10, 21], true],
  ['differs', [10, 20], [10, 20], false],
  ['differs', [10, 20], undefined, true],
  ['overlaps', [10, 20], [20, 30], true],
  ['overlaps', [10, 20], [21, 30], false],
  ['overlaps', [10, 20], [null, 9], false],
  ['overlaps', [10, null], [null, 10], true],
  ['overlaps', [15, 15], [10, 20], true],
  ['overlaps', [10, 20], [null, null], false],
  ['apart', [10, 20], [21, 30], true],
  ['apart', [10, 20], [5, 12], false],
  ['apart', [10, 20], null, true],
  ['equals', ['2026-01-01 : 2027-01-01'], '2026-01-01T00:00:00 : 2027-01-01T00:00:00', true],
  ['equals', ['Last year'], '2025-06-15 : 2026-06-15', true],
  ['equals', ['Last year'], 'Last month', false],
  ['differs', ['Last year'], 'Last month', true],
  ['overlaps', ['2026-01-01 : 2026-02-01'], '2026-01-31 : 2026-03-01', true],
  ['overlaps', ['2026-01-01 : 2026-02-01'], '2026-02-01 : 2026-03-01', false],
  ['overlaps', ['2026-06-01 : '], 'Last week', true],
  ['overlaps', [' : 2026-01-01'], 'Last week', false],
  ['overlaps', ['Last week'], 'No filter', false],
  ['apart', ['2020-01-01 : 2021-01-01'], 'Last week', true],
  ['apart', ['2020-01-01 : 2021-01-01'], undefined, true],
  ['equals', ["it's : broken"], "it's : broken", true],
  ['overlaps', ["it's : broken"], 'Last week', false],
  ['apart', ["it's : broken"], 'Last week', true],
  ['is', ['P1M'], ['P1M'], true],
  ['is', ['P1M', 'P1Y'], ['P1D'], false],
  ['is_not', ['released'], ['opened'], true],
])('a filter whose value %s %j: %j', (rule, values, value, met) => {
  expect(isMet({ filterId, rule, values }, masksWith(value), now)).toBe(met)
})

test('a condition on a filter that is gone hides nothing', () => {
  expect(isMet({ filterId: 'gone', rule: 'any', values: [] }, masksWith(undefined))).toBe(true)
})

test.each(filterTypes)('a %s has rules by value', (filterType) => {
  expect(rulesFor({ filterType }).some(needsValues)).toBe(true)
})

test('a condition survives being written and read; what is no condition is none', () => {
  const condition: Condition = { filterId, rule: 'is', values: ['Norway', 1, null] }
  const layout = withMeta(two(), 'a', { [conditionKey]: condition })
  const back = readLayout(JSON.parse(JSON.stringify(writeLayout(layout, ''))))
  expect(readCondition(back['a']?.meta)).toEqual(condition)
  for (const bad of [undefined, null, 'is', { filterId }, { filterId, rule: 'has' }, { rule: 'any' }])
    expect(readCondition({ [conditionKey]: bad })).toBeNull()
})
