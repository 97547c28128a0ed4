import { useEffect, useState } from 'react'

const spare = 10

/**
 * The rows that a scroller shows, `[first, end)`, and some beside them.
 * @param rowHeight of every row, in pixels
 */
export const useRowWindow = (scroller: HTMLElement | null, count: number, rowHeight: number): [first: number, end: number] => {
  const [view, setView] = useState({ top: 0, height: 1000 })
  useEffect(() => {
    if (!scroller) return
    const update = () => setView({ top: scroller.scrollTop, height: scroller.clientHeight })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    observer?.observe(scroller)
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
      observer?.disconnect()
      scroller.removeEventListener('scroll', update)
    }
  }, [scroller])
  const first = Math.max(0, Math.min(count, Math.floor(view.top / rowHeight)) - spare)
  return [first, Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare)]
}
