import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'
import { useOverlayParts } from './parts.ts'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  footer?: ReactNode
  width?: number
  /** Without padding, for content that draws its own panes. */
  bare?: boolean
  children: ReactNode
}

/** A non-modal panel at the right edge; the page behind it stays usable. */
export const Sheet = (props: SheetProps) => {
  const parts = useOverlayParts(props.open, props.onClose)
  useLayer(props.open, props.onClose)
  return parts && <parts.OpenSheet {...props} />
}
