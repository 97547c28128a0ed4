import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { FocusScope, useFocusManager } from 'react-aria/FocusScope'
import { useInteractOutside } from 'react-aria/useInteractOutside'
import { useOverlay } from 'react-aria/useOverlay'
import { useOverlayPosition } from 'react-aria/useOverlayPosition'
import { cx } from '../../cx.ts'
import { OverlayRoot, useOverlayRoot } from '../overlay-root.ts'
import type { PopoverProps } from '../Popover.tsx'
import css from '../Popover.module.css'
import { useFocusInside } from './use-focus-inside.ts'
import { Synchronous } from './Synchronous.tsx'

const placements = { ltr: { start: 'bottom left', end: 'bottom right' }, rtl: { start: 'bottom right', end: 'bottom left' } } as const

const readingDirection = () => (getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr')

/** px of free space at the edges of the window. */
const containerPadding = 8

type Props = PopoverProps & {
  /** Tab cycles inside the box. */
  keepsTab?: boolean
}

export const OpenPopover = (props: Props) => (
  <Synchronous>
    <Mounted {...props} />
  </Synchronous>
)

const Mounted = ({
  onClose,
  anchor,
  label,
  role = 'dialog',
  align = 'start',
  gap = 4,
  width,
  takesFocus = true,
  keepsTab = takesFocus,
  className,
  children,
}: Props) => {
  const portal = useOverlayRoot()
  // Contains the box and the overlays opened from it.
  const group = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [trigger] = useState(() => ({ current: anchor instanceof Element ? anchor : document.body }))
  // Registers the box on react-aria's stack, so that a press outside does not also close the dialog below.
  useOverlay({ isOpen: true, onClose, isKeyboardDismissDisabled: true }, group)
  const { overlayProps, updatePosition } = useOverlayPosition({
    targetRef: trigger,
    overlayRef: box,
    placement: placements[readingDirection()][align],
    offset: gap,
    containerPadding,
    getTargetRect: () => anchor?.getBoundingClientRect(),
  })
  useFollowAnchor(box, updatePosition)
  // The press also reaches its target: a popover does not block the page.
  useInteractOutside({
    ref: group,
    onInteractOutside: ({ target }) => {
      const isOnAnchor = anchor instanceof Element && target instanceof Node && anchor.contains(target)
      const isBelowModal = group.current?.closest('[inert]')
      if (!isOnAnchor && !isBelowModal) onClose()
    },
  })
  useFocusInside(box, takesFocus)

  const anchorWidth = width === 'anchor' ? anchor?.getBoundingClientRect().width : undefined
  const size: CSSProperties = typeof width === 'number' ? { width } : anchorWidth ? { minWidth: anchorWidth } : {}
  return createPortal(
    <div ref={group} className={css['group']}>
      <OverlayRoot value={root}>
        <div
          ref={box}
          role={role}
          tabIndex={-1}
          className={cx(css['popover'], className)}
          style={{ ...overlayProps.style, zIndex: undefined, ...size }}
          {...(role !== 'presentation' && { 'aria-label': label })}
        >
          <FocusScope>
            <TabLoop isActive={keepsTab}>{children}</TabLoop>
          </FocusScope>
        </div>
      </OverlayRoot>
      <div ref={setRoot} />
    </div>,
    portal,
  )
}

/** Cycles Tab inside, unless the content handles it. */
const TabLoop = ({ isActive, children }: { isActive: boolean; children: ReactNode }) => {
  const manager = useFocusManager()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isActive || event.key !== 'Tab') return
    // A dialog around would move the focus, too.
    event.stopPropagation()
    if (event.defaultPrevented) return
    event.preventDefault()
    const options = { tabbable: true, wrap: true }
    if (event.shiftKey) manager?.focusPrevious(options)
    else manager?.focusNext(options)
  }
  return (
    <div className={css['group']} role="presentation" onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

/** Repositions a box when what is around its anchor scrolls, or has slid in. */
const useFollowAnchor = (box: RefObject<HTMLElement | null>, updatePosition: () => void) => {
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) updatePosition()
    }
    const moves = ['scroll', 'animationend']
    for (const move of moves) document.addEventListener(move, follow, true)
    return () => moves.forEach((move) => document.removeEventListener(move, follow, true))
  }, [box, updatePosition])
}
