import { useEffect, useState } from 'react'

const spare = 8

/** The rows of equal height that a scroller shows, with a few to spare: `[first, end)`. */
export const useRowWindow = (
  scroller: HTMLElement | null,
  { count, height }: { count: number; height: number },
): [first: number, end: number] => {
  const [view, setView] = useState({ top: 0, height: 800 })

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

  const first = Math.max(0, Math.min(count, Math.floor(view.top / height)) - spare)
  return [first, Math.min(count, Math.ceil((view.top + view.height) / height) + spare)]
}
