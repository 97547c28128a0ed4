import { describe, expect, test } from 'vitest'
import { perLineIn, rowAfterKey, shownRows } from './moves.ts'
import { arrangeByPin, pinnedWidth, pinOffsets, pinsThatFit, togglePin, type Pin } from './pins.ts'
import { countSelected, extendTo, selectionOf, toggleAll, toggleRow, type SelectionState } from './selection.ts'
import { nextSort, type Sort } from './sort.ts'

describe('sort', () => {
  const [asc, desc]: Sort[] = [
    { key: 'a', direction: 'asc' },
    { key: 'a', direction: 'desc' },
  ]
  test.each<[string, Sort | null, Parameters<typeof nextSort>[2], Sort | null]>([
    ['starts ascending', null, {}, asc ?? null],
    ['leaves the column sorted before', { key: 'b', direction: 'desc' }, {}, asc ?? null],
    ['turns', asc ?? null, {}, desc ?? null],
    ['is cleared by the third press', desc ?? null, {}, null],
    ['starts with the direction of the column', null, { first: 'desc' }, desc ?? null],
    ['is cleared after both directions', asc ?? null, { first: 'desc' }, null],
    ['turns back where a sort is required', desc ?? null, { isRequired: true }, asc ?? null],
  ])('%s', (_, sort, options, next) => expect(nextSort(sort, 'a', options)).toEqual(next))
})

describe('selection', () => {
  const keysOf = (order: string) => ({ rowCount: order.length, keyOf: (row: number) => order[row] ?? '' })
  const keys = keysOf('abcdef')
  const text = ({ selected }: SelectionState) => [...selected].toSorted().join('')
  const none = selectionOf(new Set())
  type Step = ['toggle' | 'extend', number]
  const after = (steps: Step[], order = keys, from = none) =>
    steps.reduce((state, [what, row]) => (what === 'toggle' ? toggleRow(state, row, order) : extendTo(state, row, order)), from)

  test.each<[string, Step[], string]>([
    ['a row is selected', [['toggle', 1]], 'b'],
    [
      'and taken back',
      [
        ['toggle', 1],
        ['toggle', 1],
      ],
      '',
    ],
    [
      'a range runs down from the anchor',
      [
        ['toggle', 1],
        ['extend', 3],
      ],
      'bcd',
    ],
    [
      'and up',
      [
        ['toggle', 3],
        ['extend', 1],
      ],
      'bcd',
    ],
    [
      'a range that shrinks lets go of what it leaves',
      [
        ['toggle', 1],
        ['extend', 4],
        ['extend', 2],
      ],
      'bc',
    ],
    [
      'a range that turns around its anchor keeps only its other side',
      [
        ['toggle', 2],
        ['extend', 4],
        ['extend', 0],
      ],
      'abc',
    ],
    [
      'what was selected before the range stays',
      [
        ['toggle', 5],
        ['toggle', 0],
        ['extend', 1],
      ],
      'abf',
    ],
    [
      'a range from a row that was taken back takes back',
      [
        ['toggle', 0],
        ['extend', 4],
        ['toggle', 1],
        ['extend', 3],
      ],
      'ae',
    ],
    ['a range without an anchor is its end', [['extend', 2]], 'c'],
  ])('%s', (_, steps, selected) => expect(text(after(steps))).toBe(selected))

  test('a range follows the order that the rows have now', () => {
    const sorted = keysOf('fedcba')
    expect(text(extendTo(after([['toggle', 1]]), 2, sorted))).toBe('bcd')
  })

  test('without an anchor a range starts at the clicked row', () => {
    expect(text(extendTo(none, 3, keys, 2))).toBe('cd')
  })

  test('an anchor that is no longer among the rows starts again', () => {
    expect(text(extendTo(after([['toggle', 0]]), 1, keysOf('xyz')))).toBe('ay')
  })

  test('all rows are selected, then none; rows on other pages keep their state', () => {
    const other = selectionOf(new Set(['z', 'b']))
    expect(countSelected(other.selected, keys)).toBe(1)
    const all = toggleAll(other, keys)
    expect(text(all)).toBe('abcdefz')
    expect(text(toggleAll(all, keys))).toBe('z')
  })
})

describe('pins', () => {
  const columns: { key: string; pin?: Pin }[] = [
    { key: 'a', pin: 'end' },
    { key: 'b' },
    { key: 'c', pin: 'start' },
    { key: 'd', pin: 'end' },
  ]
  const widths = [10, 20, 30, 40]

  test('columns stand by their pin', () => expect(arrangeByPin(columns).map(({ key }) => key)).toEqual(['c', 'b', 'a', 'd']))
  test('pinned columns stop behind those pinned before them', () => {
    expect(pinOffsets(columns, widths)).toEqual([{ pin: 'end', offset: 40 }, null, { pin: 'start', offset: 0 }, { pin: 'end', offset: 0 }])
    expect([pinnedWidth(columns, widths, 'start'), pinnedWidth(columns, widths, 'end')]).toEqual([30, 50])
  })
  test('a column is pinned after those that are pinned already, and unpinned', () => {
    expect(togglePin(['b'], 'a')).toEqual(['b', 'a'])
    expect(togglePin(['b', 'a'], 'b')).toEqual(['a'])
  })
  test.each<[string, number, string[]]>([
    ['all pins hold where there is room', 400, ['b', 'c']],
    ['one that would cover what scrolls is let go', 290, ['c']],
    ['none hold where the pins of the table take the room', 200, []],
  ])('%s', (_, available, held) => {
    const own: { key: string; pin?: Pin }[] = [{ key: 'box', pin: 'start' }, { key: 'a' }, { key: 'b' }, { key: 'c' }]
    expect(pinsThatFit(own, ['b', 'c'], { widths: [48, 100, 120, 70], available })).toEqual(held)
  })
})

describe('moves', () => {
  test.each<[string, number, number | null, number?]>([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['PageDown', 2, 7],
    ['PageDown', 8, 9],
    ['PageUp', 8, 3],
    ['PageUp', 2, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['x', 5, null],
    ['ArrowDown', 1, 5, 4],
    ['ArrowDown', 7, 7, 4],
    ['ArrowUp', 2, 2, 4],
    ['ArrowUp', 6, 2, 4],
  ])('%s from %d goes to %j', (key, from, to, perLine = 1) =>
    expect(rowAfterKey(key, from, { rowCount: 10, pageRows: 5, perLine })).toBe(to),
  )
  test('nothing moves where there are no rows', () => expect(rowAfterKey('End', 0, { rowCount: 0, pageRows: 5 })).toBeNull())

  test.each([
    [0, 1],
    [495, 1],
    [496, 2],
    [1200, 4],
  ])('in %d px stand %d cards of 240 px', (available, perLine) =>
    expect(perLineIn(available, { minItemWidth: 240, gap: 16 })).toBe(perLine),
  )

  test('rows beyond the page size are not shown', () => {
    expect(shownRows(100_000, 32)).toBe(100_000)
    expect(shownRows(1_000_000, 32)).toBe(125_000)
  })
})
