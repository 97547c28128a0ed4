// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { startSearch } from './search-rows.ts'
import { useFoundRows } from './use-found-rows.ts'

const rowCount = 3000
/** Sorted the other way round, so that a search that forgets the order is noticed. */
const rows = Uint32Array.from({ length: rowCount }, (_, i) => rowCount - 1 - i)
const texts = [(row: number) => `Row ${row}`, (row: number) => (row % 1000 === 7 ? 'Lucky' : '')]

describe('a search in slices', () => {
  test.each([
    ['', rows],
    ['  ', rows],
    ['row 299', Uint32Array.of(2999, 2998, 2997, 2996, 2995, 2994, 2993, 2992, 2991, 2990, 299)],
    [' LUCKY ', Uint32Array.of(2007, 1007, 7)],
    ['nothing', new Uint32Array()],
  ])('“%s”', (search, expected) => {
    const run = startSearch(rows, search, texts)
    // The shortest possible slices, so that many of them follow each other.
    while (!run.advance(0));
    expect(run.found()).toEqual(expected)
  })

  test('a slice ends when its time is over', () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++)
    const read = vi.fn(() => '')
    const run = startSearch(rows, 'x', [read])
    expect(run.advance(3)).toBe(false)
    expect(read.mock.calls.length).toBeLessThan(rowCount / 2)
    clock.mockRestore()
  })
})

describe('the rows that are shown', () => {
  test('of a short search, all at once', () => {
    const few = rows.subarray(0, 100)
    const { result } = renderHook(() => useFoundRows(few, 'row 2999', texts))
    expect(result.current).toEqual({ rows: Uint32Array.of(2999), isSearching: false })
  })

  test('of a long one, what was found so far and then the rest, and a new search replaces it', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
    const { result, rerender } = renderHook(({ search }) => useFoundRows(rows, search, texts), { initialProps: { search: 'lucky' } })
    expect(result.current.isSearching).toBe(true)
    rerender({ search: 'row 2' })
    expect(result.current.isSearching).toBe(true)
    await waitFor(() => expect(result.current.isSearching).toBe(false))
    expect(result.current.rows.length).toBe(1111)
    clock.mockRestore()
  })
})
