import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { focusFirst } from '../focus.ts'

/**
 * Moves the focus into a box that opens, and back when it closes, unless a press has moved it elsewhere. To be called after the hooks that
 * make the page inert: React cleans up in order, and what is still inert takes no focus. react-aria gives the focus back a frame later, when
 * the next key may have been pressed.
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
