import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react'
import { isRightToLeft } from '../choice/roving.ts'
import { mirrored, place, type Placement } from './place.ts'

/** An element (kept in state: `const [anchor, setAnchor] = useState<Element | null>(null)`, `ref={setAnchor}`), or a point. */
export type Anchor = { getBoundingClientRect: () => DOMRect } | null

/** Keeps a fixed box beside its anchor for as long as it is mounted; hidden until it is measured. */
export const useAnchored = (
  anchor: Anchor,
  floating: RefObject<HTMLElement | null>,
  { placement, gap = 4 }: { placement: Placement; gap?: number },
): CSSProperties => {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null)

  useLayoutEffect(() => {
    const box = floating.current
    if (!box || !anchor) return
    const wish = isRightToLeft(document.documentElement) ? mirrored(placement) : placement
    const update = () => {
      const { left, top } = place(
        anchor.getBoundingClientRect(),
        { width: box.offsetWidth, height: box.offsetHeight },
        { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
        { placement: wish, gap },
      )
      setPosition((before) => (before?.left === left && before.top === top ? before : { left, top }))
    }
    update()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    observer?.observe(box)
    window.addEventListener('resize', update)
    window.addEventListener('scroll', update, true)
    return () => {
      observer?.disconnect()
      window.removeEventListener('resize', update)
      window.removeEventListener('scroll', update, true)
    }
  }, [anchor, floating, placement, gap])

  return position ? { position: 'fixed', ...position } : { position: 'fixed', left: 0, top: 0, visibility: 'hidden' }
}
