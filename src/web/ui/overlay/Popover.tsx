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
  /** The edge of the anchor that it is flush with, in the direction of reading. */
  align?: 'start' | 'end'
  /** px between it and its anchor. */
  gap?: number
  width?: number | 'anchor'
  /** Moves the focus inside when it opens and back when it closes, and keeps Tab inside; true by default. */
  takesFocus?: boolean
  className?: string
  children: ReactNode
}

/** A raised box below its anchor, or above where there is more room. Escape or a press outside closes it. */
export const Popover = (props: PopoverProps) => {
  const parts = useOverlayParts(props.open, props.onClose)
  useLayer(props.open, props.onClose)
  return parts && <parts.OpenPopover {...props} />
}
