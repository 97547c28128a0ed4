import { useEffect, useState } from 'react'
import type { View } from './in-view.ts'

/** The view is rounded outwards to steps, so that scrolling renders once per step instead of at every event. */
const stepPx = 128

const beforeLayout: View = { top: 0, bottom: 1000 }

const viewOf = ({ scrollTop, clientHeight }: HTMLElement): View => ({
  top: Math.floor(scrollTop / stepPx) * stepPx,
  bottom: Math.ceil((scrollTop + clientHeight) / stepPx) * stepPx,
})

/**
 * What a scroller shows, for tables of charts and pickers: 0.5 KB gzip with `in-view.ts`. Other tables use @tanstack/react-virtual, whose
 * 10 KB exceed the first load of dashboards and explore.
 */
export const useView = (scroller: HTMLElement | null): View => {
  const [view, setView] = useState(beforeLayout)
  useEffect(() => {
    if (!scroller) return
    const read = () => {
      const next = viewOf(scroller)
      setView((last) => (last.top === next.top && last.bottom === next.bottom ? last : next))
    }
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(read)
    observer?.observe(scroller)
    scroller.addEventListener('scroll', read, { passive: true })
    return () => {
      observer?.disconnect()
      scroller.removeEventListener('scroll', read)
    }
  }, [scroller])
  return view
}
