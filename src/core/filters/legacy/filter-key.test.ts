import { expect, test } from 'vitest'
import { chartOfFilterKey, filterKey } from './filter-key.ts'

test('the key of a field names its filter box', () => expect(chartOfFilterKey(filterKey(17, 2))).toBe(17))

test.each(['', '17_region', 'NATIVE_FILTER-abc', 'NATIVE_FILTER-17', 'NATIVE_FILTER-x-1', 'NATIVE_FILTER-1-2-3'])(
  '“%s” is no such key',
  (key) => expect(() => chartOfFilterKey(key)).toThrow('Cannot parse invalid filter key'),
)
