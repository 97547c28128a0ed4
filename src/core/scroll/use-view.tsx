import { useEffect, useState } from 'react'
import type { View } from './in-view.ts'

/** The view moves in steps: what it draws changes once in so many px, not at every scroll event. */
const stepPx = 128

const beforeLayout: View = { top: 0, bottom: 1000, left: 0, right: 2000 }

const down = (px: number) => Math.floor(px / stepPx) * stepPx
const up = (px: number) => Math.ceil(px / stepPx) * stepPx

const viewOf = ({ scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement): View => {
  // Where lines run from right to left, it counts down from 0.
  const left = Math.abs(scrollLeft)
  return { top: down(scrollTop), bottom: up(scrollTop + clientHeight), left: down(left), right: up(left + clientWidth) }
}

const isSame = (a: View, b: View) => a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right

/**
 * What a scroller shows, rounded outwards. This and `in-view.ts` weigh 0.5 KB gzip, @tanstack/react-virtual 10 KB: every dashboard and
 * explore page loads it, and rows of equal height need nothing of what the library measures.
 */
export const useView = (scroller: HTMLElement | null): View => {
  const [view, setView] = useState(beforeLayout)
  useEffect(() => {
    if (!scroller) return
    const read = () => {
      const next = viewOf(scroller)
      setView((last) => (isSame(last, next) ? last : next))
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
