import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { focusFirst } from '../focus.ts'

/**
 * Moves focus into a box on opening, and back on closing unless a press has moved it elsewhere. Call it after the hooks that make the page
 * inert: React runs cleanups in order, and inert elements cannot be focused. react-aria restores focus one frame later, which loses a key
 * pressed in between.
 */
export const useFocusInside = (box: RefObject<HTMLElement | null>, takesFocus = true) => {
  const before = useRef<Element | null>(null)
  // Effects of the content may move the focus; they run before those of the box.
  useLayoutEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(() => {
    if (!takesFocus) return
    const inside = box.current
    if (inside && !inside.contains(document.activeElement)) focusFirst(inside)
    return () => {
      const isElsewhere = document.activeElement !== document.body && !inside?.contains(document.activeElement)
      if (!isElsewhere && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus({ preventScroll: true })
    }
  }, [box, takesFocus])
}
