import { useLayoutEffect, useState } from 'react'
import { useVirtualRange } from '../virtual/use-virtual-range.ts'

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

const scrollParentOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    if (!parent.matches('[data-in-page]') && /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
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
  const [first, end] = useVirtualRange({ scroller, count, size: rowHeight, offset: before })
  const inView = Array.from({ length: end - first }, (_, i) => first + i)
  const isDrawnApart = active >= 0 && active < count && (active < first || active >= end)
  const rows = !isDrawnApart ? inView : active < first ? [active, ...inView] : [...inView, active]
  return {
    rows: rows.map((index) => ({ index, top: index * rowHeight })),
    height: count * rowHeight,
    /** Number of rows that a Page key moves by. */
    pageRows: Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2),
  }
}
