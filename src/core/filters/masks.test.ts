import { describe, expect, test } from 'vitest'
import type { DataMask } from './data-mask.ts'
import { maskOfValue } from './values/filter-value.ts'
import { emptyMask, isWaitingForValues, removeMask, type Masks } from './masks.ts'
import { reconfigureMasks } from './values/reconfigure-masks.ts'
import { applyMasks, canApply, chooseMask, chosenMasks, clearMasks, missingFilters, receiveMask, setMask } from './values/pending-masks.ts'
import { isFilter, readFilters, type NativeFilter } from './native-filter.ts'
import { readMasks, writeMasks } from './wire.ts'

const filterOf = (id: string, more: object = {}): NativeFilter => {
  const [filter] = readFilters([{ id, targets: [{ datasetId: 1, column: { name: id } }], ...more }]).filter(isFilter)
  if (!filter) throw new Error('no filter')
  return filter
}
const required = { controlValues: { enableEmptyFilter: true } }
const a = filterOf('a')
const b = filterOf('b')

const value = (id: string, ...values: unknown[]): DataMask => maskOfValue(filterOf(id), values)
const none: Masks = { applied: {}, pending: {} }
const applied = (...masks: DataMask[]): Masks => masks.reduce(setMask, none)
const valuesOf = (masks: Record<string, DataMask>) =>
  Object.fromEntries(Object.entries(masks).map(([id, { filterState }]) => [id, filterState?.value]))
const shown = ({ applied: inForce, pending }: Masks) => [valuesOf(inForce), valuesOf(pending)]

describe('what waits to be applied', () => {
  test.each<[string, Masks, unknown]>([
    ['a choice waits', chooseMask(applied(value('a', 1)), value('a', 2)), [{ a: [1] }, { a: [2] }]],
    ['a choice of a filter without a value', chooseMask(none, value('a', 2)), [{}, { a: [2] }]],
    [
      'choosing what is in force takes the other back',
      chooseMask(chooseMask(applied(value('a', 1)), value('a', 2)), value('a', 1)),
      [{ a: [1] }, {}],
    ],
    ['no value where there was none', chooseMask(none, emptyMask('a')), [{}, {}]],
    ['an empty list where there was none', chooseMask(none, value('a')), [{}, {}]],
    ['applied', applyMasks(chooseMask(applied(value('a', 1), value('b', 1)), value('a', 2))), [{ a: [2], b: [1] }, {}]],
    ['put in force at once', setMask(chooseMask(none, value('a', 2)), value('a', 3)), [{ a: [3] }, {}]],
    ['cleared, which waits', clearMasks(applied(value('a', 1), value('b', 1)), ['a', 'c']), [{ a: [1], b: [1] }, { a: undefined }]],
    ['cleared before it was applied', clearMasks(chooseMask(none, value('a', 1)), ['a']), [{}, {}]],
    ['a filter removed at once', removeMask(chooseMask(applied(value('a', 1)), value('a', 2)), 'a'), [{ a: undefined }, {}]],
    [
      'a cross-filter removed at once',
      removeMask(applied({ id: '7', filterState: { value: ['x'] } }, value('a', 1)), '7'),
      [{ a: [1] }, {}],
    ],
  ])('%s', (_title, masks, expected) => {
    expect(shown(masks)).toEqual(expected)
  })

  test('the order of merging stays, whatever is chosen', () => {
    const masks = applyMasks(chooseMask(applied(value('a', 1), value('b', 1)), value('a', 2)))
    expect(Object.keys(masks.applied)).toEqual(['a', 'b'])
    expect(Object.keys(chosenMasks(chooseMask(masks, value('a', 3))))).toEqual(['a', 'b'])
  })

  test('masks that say nothing new are the same object', () => {
    const masks = applied(value('a', 1))
    expect([setMask(masks, value('a', 1)), applyMasks(masks), clearMasks(masks, ['c'])].map((next) => next === masks)).toEqual([
      true,
      true,
      true,
    ])
  })

  test.each<[string, Masks, NativeFilter[], boolean]>([
    ['nothing waits', applied(value('a', 1)), [a], false],
    ['another value waits', chooseMask(none, value('a', 1)), [a], true],
    ['a value is to be cleared', clearMasks(applied(value('a', 1)), ['a']), [a], true],
    ['only words changed', chooseMask(applied(value('a', 1)), { ...value('a', 1), filterState: { value: [1], label: 'one' } }), [a], false],
    ['a required filter is to be cleared', clearMasks(applied(value('a', 1)), ['a']), [filterOf('a', required)], false],
    ['a required filter never had a value', chooseMask(none, value('a', 1)), [a, filterOf('b', required)], false],
    ['all required filters have one', chooseMask(applied(value('b', 1)), value('a', 1)), [a, filterOf('b', required)], true],
  ])('applying: %s', (_title, masks, filters, can) => {
    expect(canApply(masks, filters)).toBe(can)
  })

  test('the filters that miss a value are named', () => {
    expect(missingFilters(applied(value('a', 1)), [filterOf('a', required), filterOf('b', required), b]).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('a filter that takes its first value by itself', () => {
  const first = filterOf('a', { requiredFirst: true })
  test('is applied at once, and waited for', () => {
    expect(isWaitingForValues(none, [first, b])).toBe(true)
    const masks = receiveMask(none, first, value('a', 1))
    expect([shown(masks), isWaitingForValues(masks, [first, b])]).toEqual([[{ a: [1] }, {}], false])
    expect(shown(receiveMask(masks, first, value('a', 2)))).toEqual([{ a: [1] }, { a: [2] }])
  })
  test('others wait to be applied', () => {
    expect(shown(receiveMask(none, b, value('b', 1)))).toEqual([{}, { b: [1] }])
  })
})

test.each<[string, object, unknown]>([
  ['the same', {}, ['x']],
  ['another name', { name: 'Other' }, ['x']],
  ['another scope', { scope: { rootPath: [], excluded: [] } }, ['x']],
  ['another type', { filterType: 'filter_range' }, undefined],
  ['another column', { targets: [{ datasetId: 1, column: { name: 'other' } }] }, undefined],
  ['the same controls written out', { controlValues: { multiSelect: true, inverseSelection: false, enableSingleValue: null } }, ['x']],
  ['one value instead of several', { controlValues: { multiSelect: false } }, undefined],
  ['an inverse selection', { controlValues: { inverseSelection: true } }, undefined],
  ['one end of the range', { controlValues: { enableSingleValue: 0 } }, undefined],
  ['another default', { defaultDataMask: { filterState: { value: ['y'] } } }, ['y']],
])('after a configuration with %s, the value is %j', (_title, change, expected) => {
  const masks = chooseMask(applied(value('a', 'x'), { id: '7', filterState: { value: ['z'] } }, value('gone', 1)), value('gone', 2))
  const next = reconfigureMasks(masks, [a, filterOf('gone')], [{ ...a, ...change }, filterOf('new')])
  expect(shown(next)).toEqual([{ 7: ['z'], a: expected, new: undefined }, {}])
})

describe('on the wire', () => {
  test('what a recorded permalink holds comes in, and goes out to come in again', () => {
    const recorded = { 'NATIVE_FILTER-1': { filterState: { value: ['a'] } } }
    const masks = readMasks(recorded)
    expect(masks).toEqual({ 'NATIVE_FILTER-1': { id: 'NATIVE_FILTER-1', filterState: { value: ['a'] } } })
    expect(readMasks(JSON.parse(writeMasks(masks)))).toEqual(masks)
  })
  test.each<[unknown, string[]]>([
    [{ a: 1 }, []],
    [[{}], []],
    [null, []],
    ['a', []],
    [{ a: null, b: {}, c: [] }, ['b']],
    [JSON.parse('{"__proto__": {"filterState": {"value": 1}}}'), ['__proto__']],
  ])('of %j the masks are %j', (given, ids) => {
    expect(Object.keys(readMasks(given))).toEqual(ids)
  })
  test('large integers keep their digits', () => {
    expect(writeMasks({ a: { id: 'a', filterState: { value: [12345678901234567890n] } } })).toContain('[12345678901234567890]')
  })
})
