import { describe, expect, it } from 'vitest'
import { applySplice, isSpliceOf, spliceBetween } from './splice.ts'

describe('a splice between two texts', () => {
  it.each([
    ['typed at the end', 'SELECT 1', 'SELECT 12', { from: 8, to: 8, insert: '2' }],
    ['typed at the start', 'b', 'ab', { from: 0, to: 0, insert: 'a' }],
    ['typed in between', 'SELECT FROM t', 'SELECT a FROM t', { from: 7, to: 7, insert: 'a ' }],
    ['a letter doubled', 'aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['removed', 'aaa', 'a', { from: 1, to: 3, insert: '' }],
    ['replaced', 'one two three', 'one 2 three', { from: 4, to: 7, insert: '2' }],
    ['unchanged', 'same', 'same', { from: 4, to: 4, insert: '' }],
    ['from nothing', '', 'text', { from: 0, to: 0, insert: 'text' }],
    ['to nothing', 'text', '', { from: 0, to: 4, insert: '' }],
    ['half of a character changed', 'a😀b', 'a😁b', { from: 2, to: 3, insert: '\ude01' }],
  ])('%s', (_, before, after, splice) => {
    expect(spliceBetween(before, after)).toEqual(splice)
    expect(isSpliceOf(before, splice)).toBe(true)
    expect(applySplice(before, splice)).toBe(after)
  })

  it('makes any text of any other', () => {
    let seed = 7
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const text = () => Array.from({ length: next(12) }, () => 'ab'[next(2)]).join('')
    for (let i = 0; i < 5000; i++) {
      const [before, after] = [text(), text()]
      expect(applySplice(before, spliceBetween(before, after))).toBe(after)
    }
  })
})

it.each([
  [{ from: 2, to: 1, insert: '' }, false],
  [{ from: 0, to: 5, insert: '' }, false],
  [{ from: 0, to: 4, insert: '' }, true],
])('whether %j fits a text of four', (splice, fits) => expect(isSpliceOf('text', splice)).toBe(fits))
