// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useVirtualRange } from './use-virtual-range.ts'

const hundreds = Array.from({ length: 1000 }, () => 100)

// A mounted one notices the end of scrolling after a while, when the window of the tests may be gone.
// Not measured in jsdom: 2000 by 1000 px.
it.each<[string, Omit<Parameters<typeof useVirtualRange>[0], 'scroller'>, { top?: number; left?: number }, [number, number]]>([
  ['rows at the start, and some below', { count: 1000, size: 50 }, {}, [0, 27]],
  ['rows in the middle, and some on both sides', { count: 1000, size: 50 }, { top: 10_000 }, [193, 227]],
  ['rows at the end', { count: 1000, size: 50 }, { top: 49_000 }, [973, 1000]],
  ['all of few rows', { count: 3, size: 50 }, {}, [0, 3]],
  ['no rows', { count: 0, size: 50 }, {}, [0, 0]],
  ['rows that begin below other content', { count: 1000, size: 50, offset: 5000 }, { top: 15_000 }, [193, 227]],
  ['columns in the middle', { count: 1000, size: hundreds, horizontal: true }, { left: 50_000 }, [496, 524]],
  ['columns from right to left', { count: 1000, size: hundreds, horizontal: true, isRightToLeft: true }, { left: -50_000 }, [496, 524]],
])('draws %s', (_, options, { top = 0, left = 0 }, expected) => {
  const scroller = document.createElement('div')
  const { result } = renderHook(() => useVirtualRange({ ...options, scroller }))
  act(() => {
    Object.assign(scroller, { scrollTop: top, scrollLeft: left })
    scroller.dispatchEvent(new Event('scroll'))
  })
  expect(result.current).toEqual(expected)
})

it('follows widths that change', () => {
  const scroller = document.createElement('div')
  const { result, rerender } = renderHook(({ size }) => useVirtualRange({ scroller, count: 100, size, horizontal: true }), {
    initialProps: { size: hundreds.slice(0, 100) },
  })
  expect(result.current).toEqual([0, 24])
  rerender({ size: hundreds.slice(0, 100).map(() => 200) })
  expect(result.current).toEqual([0, 12])
})
