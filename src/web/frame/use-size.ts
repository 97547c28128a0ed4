import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

export type Size = { width: number; height: number }

/** The content size of an element in whole px; null before layout. */
export const useSize = (element: RefObject<HTMLElement | null>): Size | null => {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const read = () => {
      const next = { width: Math.floor(target.clientWidth), height: Math.floor(target.clientHeight) }
      if (next.width > 0 && next.height > 0)
        setSize((before) => (before?.width === next.width && before.height === next.height ? before : next))
    }
    read()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(read)
    observer.observe(target)
    // Before a page is printed, observers are not called.
    window.addEventListener('resize', read)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', read)
    }
  }, [element])
  return size
}
