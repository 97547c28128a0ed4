import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState } from 'react'

type Options = {
  /** Contains the rows. */
  body: HTMLElement | null
  /** The scroll container; undefined for the nearest scrollable ancestor. */
  scroller: HTMLElement | null | undefined
  count: number
  /** Height of each row in px. */
  rowHeight: number
  /** Stays in the document wherever the table is scrolled, because it has or will get the focus. */
  active: number
}

const overscanRows = 10

const scrollParentOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return null
}

/** Rows in view, some around them, and the active row. */
export const useVirtualRows = ({ body, scroller: own, count, rowHeight, active }: Options) => {
  const [{ scroller, before }, setPlace] = useState<{ scroller: HTMLElement | null; before: number }>({ scroller: null, before: 0 })
  useLayoutEffect(() => {
    const next = own === undefined ? scrollParentOf(body) : own
    if (!body || !next) return
    const read = () => {
      const offset = Math.round(body.getBoundingClientRect().top - next.getBoundingClientRect().top + next.scrollTop)
      setPlace((place) => (place.scroller === next && place.before === offset ? place : { scroller: next, before: offset }))
    }
    read()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(read)
    observer?.observe(next)
    observer?.observe(body)
    return () => observer?.disconnect()
  }, [body, own])
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollMargin: before,
    initialRect: { width: 0, height: 1000 },
    useFlushSync: false,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range)
      if (active < 0 || active >= count || rows.includes(active)) return rows
      return [...rows, active].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  return {
    rows: virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - before })),
    height: virtual.getTotalSize(),
    /** Number of rows that a Page key moves by. */
    pageRows: Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2),
  }
}
