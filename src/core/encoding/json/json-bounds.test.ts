import { describe, expect, it } from 'vitest'
import { exceededBound, jsonBounds, jsonBoundsFault, type JsonBounds } from './json-bounds.ts'

const small: JsonBounds = { depth: 3, values: 8, members: 4, membersOfOneObject: 3, numberLength: 5 }

describe('the bounds of a JSON text', () => {
  it.each<[string, keyof JsonBounds | null]>([
    ['', null],
    ['1', null],
    ['[[[]]]', null],
    ['[[[[', 'depth'],
    ['[[[[]]]]', 'depth'],
    ['[[],[],[[]]]', null],
    ['["[[[[[", "\\"[[[[", "\\\\", []]', null],
    ['[1,2,3,4,5,6,7,8]', null],
    ['[1,2,3,4,5,6,7,8,9]', 'values'],
    ['[{},{},{},{},{}]', 'values'],
    ['[",,,,,,,,,,,,"]', null],
    ['{"a":1,"b":2,"c":3}', null],
    ['{"a":1,"b":2,"c":3,"d":4}', 'membersOfOneObject'],
    ['{"a":{"x":1,"y":2},"b":2}', null],
    ['{"a":{"x":1,"y":2},"b":2,"c":3}', 'members'],
    ['{"a:::::":":::::"}', null],
    ['[12345]', null],
    ['[123456]', 'numberLength'],
    ['[-1.5e+9]', 'numberLength'],
    ['["1234567890"]', null],
    ['["open', null],
    ['["open\\', null],
    [']]]]}', null],
  ])('%s: %s', (text, expected) => {
    expect(exceededBound(text, small)).toBe(expected)
  })

  it('accepts a full layout and a long list of values', () => {
    const layout = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [
        `CHART-${i}`,
        { id: `CHART-${i}`, type: 'CHART', children: [], meta: { width: 4, height: 50, chartId: i } },
      ]),
    )
    expect(jsonBoundsFault(JSON.stringify(layout))).toBeNull()
    expect(
      jsonBoundsFault(JSON.stringify({ filters: [{ col: 'name', op: 'IN', val: Array.from({ length: 100_000 }, String) }] })),
    ).toBeNull()
  })

  it('names the exceeded limit', () => {
    expect(jsonBoundsFault('['.repeat(jsonBounds.depth))).toBeNull()
    expect(jsonBoundsFault('['.repeat(jsonBounds.depth + 1))).toBe('The request is nested more than 500 levels deep.')
    expect(jsonBoundsFault(`[${'9'.repeat(401)}]`)).toBe('A number of the request has more than 400 digits.')
    expect(jsonBoundsFault(JSON.stringify(Array.from({ length: 200_000 }, () => 1)))).toBe('The request holds more than 150000 values.')
  })
})
