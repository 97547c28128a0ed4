import { expect, test } from 'vitest'
import { startMasks, type DataMasks } from '../data-mask.ts'
import { emptyMask } from '../masks.ts'
import { readMasks } from '../wire.ts'
import { textOfMasks } from './masks-text.ts'
import { masksInText } from './state-params.ts'

const maskOf = (id: string, value: unknown) => ({
  id,
  extraFormData: { filters: [{ col: 'genre', op: 'IN', val: value }] },
  filterState: { value, label: String(value) },
  ownState: {},
})

const filters = [{ id: 'NATIVE_FILTER-a' }, { id: 'NATIVE_FILTER-b', defaultDataMask: maskOf('NATIVE_FILTER-b', ['EU']) }]
const defaults = startMasks(filters, {})

/** The masks that the dashboard opens with after a reload. */
const reopened = (masks: DataMasks) => startMasks(filters, readMasks(masksInText(textOfMasks(masks, defaults))))

test.each<[string, DataMasks]>([
  ['a value', { 'NATIVE_FILTER-a': maskOf('NATIVE_FILTER-a', ["Rock 'n' roll!", 'a, b: (c)', '', null, 5, true]) }],
  ['an integer beyond 2^53', { 'NATIVE_FILTER-a': maskOf('NATIVE_FILTER-a', [9_007_199_254_740_993n]) }],
  ['another value than the default', { 'NATIVE_FILTER-b': maskOf('NATIVE_FILTER-b', ['US']) }],
  ['a default that was cleared', { 'NATIVE_FILTER-b': emptyMask('NATIVE_FILTER-b') }],
  ['a cross-filter', { 7: { ...maskOf('7', [['x']]), ownState: { items: ['x'] } } }],
])('%s is restored', (_what, chosen) => {
  const masks = { ...defaults, ...chosen }
  expect(reopened(masks)).toEqual(masks)
})

test.each<[string, DataMasks]>([
  ['the defaults', defaults],
  ['a value that was cleared', { ...defaults, 'NATIVE_FILTER-a': { ...emptyMask('NATIVE_FILTER-a'), filterState: { value: null } } }],
  ['a cross-filter that was taken away', { ...defaults, 7: { id: '7', extraFormData: {}, filterState: { value: null } } }],
  ['values too long for a URL', { ...defaults, 'NATIVE_FILTER-a': maskOf('NATIVE_FILTER-a', Array<string>(500).fill('Drama')) }],
])('%s: nothing is written', (_what, masks) => {
  expect(textOfMasks(masks, defaults)).toBeNull()
})
