import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'
import { useOverlayParts } from './parts.ts'

/** An element (kept in state: `const [anchor, setAnchor] = useState<Element | null>(null)`, `ref={setAnchor}`), or a point. */
export type Anchor = { getBoundingClientRect: () => DOMRect } | null

export type PopoverProps = {
  open: boolean
  onClose: () => void
  anchor: Anchor
  /** Accessible name. */
  label: string
  role?: 'dialog' | 'presentation'
  /** The edge of the anchor that it is aligned with, in reading direction. */
  align?: 'start' | 'end'
  /** px between the popover and its anchor. */
  gap?: number
  width?: number | 'anchor'
  /** Moves focus inside on opening and back on closing, and keeps Tab inside; true by default. */
  takesFocus?: boolean
  className?: string
  children: ReactNode
}

/** A non-modal box below its anchor, or above it where there is more room. Escape or a press outside closes it. */
export const Popover = (props: PopoverProps) => {
  const parts = useOverlayParts(props.open, props.onClose)
  useLayer(props.open, props.onClose)
  return parts && <parts.OpenPopover {...props} />
}
