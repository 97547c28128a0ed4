import { useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { focusFirst, trapTab } from './focus.ts'
import { useLayer } from './layers.ts'
import { useOverlayRoot } from './overlay-root.ts'
import type { Placement } from './place.ts'
import { useAnchored, type Anchor } from './use-anchored.ts'
import css from './Popover.module.css'

type Props = {
  open: boolean
  onClose: () => void
  anchor: Anchor
  /** Accessible name. */
  label: string
  role?: 'dialog' | 'menu' | 'listbox' | 'presentation'
  placement?: Placement
  gap?: number
  width?: number | 'anchor'
  /** Moves the focus inside when it opens and back when it closes, and keeps Tab inside; true by default. */
  takesFocus?: boolean
  className?: string
  children: ReactNode
}

/** A raised box beside its anchor. Escape or a press outside closes it. */
export const Popover = (props: Props) => {
  const root = useOverlayRoot()
  return props.open ? createPortal(<OpenPopover {...props} />, root) : null
}

const OpenPopover = ({
  onClose,
  anchor,
  label,
  role = 'dialog',
  placement = 'bottom-start',
  gap = 4,
  width,
  takesFocus = true,
  className,
  children,
}: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const style = useAnchored(anchor, box, { placement, gap })
  const isPlaced = style.visibility !== 'hidden'

  useLayer(true, {
    close: onClose,
    closeOnPress: true,
    contains: (target) => Boolean(box.current?.contains(target)) || (anchor instanceof Element && anchor.contains(target)),
  })
  useLayoutEffect(() => {
    if (!takesFocus) return
    const before = document.activeElement as HTMLElement | null
    return () => (before?.isConnected ? before.focus({ preventScroll: true }) : undefined)
  }, [takesFocus])
  useLayoutEffect(() => {
    if (takesFocus && isPlaced && box.current) focusFirst(box.current)
  }, [takesFocus, isPlaced])

  const keepTab = (event: KeyboardEvent) => {
    if (!takesFocus || role === 'menu' || event.key !== 'Tab' || !box.current) return
    event.stopPropagation()
    if (!event.defaultPrevented) trapTab(event, box.current)
  }

  const anchorWidth = width === 'anchor' ? anchor?.getBoundingClientRect().width : undefined
  const size: CSSProperties = typeof width === 'number' ? { width } : anchorWidth ? { minWidth: anchorWidth } : {}
  return (
    <div
      ref={box}
      role={role}
      aria-label={role === 'presentation' ? undefined : label}
      tabIndex={-1}
      className={cx(css['popover'], className)}
      style={{ ...style, ...size }}
      onKeyDown={keepTab}
    >
      {children}
    </div>
  )
}
