import { expect, test } from 'vitest'
import { resolveWidths } from './resolve-widths.ts'

const columns = [{ key: 'a', content: 100 }, { key: 'b', content: 200 }, { key: 'c', width: 50 }, { key: 'd' }]

test.each<[string, Parameters<typeof resolveWidths>[1], number, number[]]>([
  ['without room every column has what it needs', {}, 300, [100, 200, 50, 120]],
  ['room is shared in proportion, fixed columns stay, nothing is lost to rounding', {}, 891, [200, 400, 50, 241]],
  ['what a person gave stands', { a: 300 }, 1000, [300, 406, 50, 244]],
  ['a table narrower than its place stays so when every column was given a width', { a: 60, b: 60, d: 60 }, 900, [60, 60, 50, 60]],
])('%s', (_, given, available, widths) => expect(resolveWidths(columns, given, available)).toEqual(widths))
