import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'
import { useOverlayParts } from './parts.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Buttons at the right; what stands at the left goes into `note`. */
  footer?: ReactNode
  note?: ReactNode
  /** px; 480 by default. */
  width?: number
  height?: number
  /** Without the padding, for a body that draws its own panes. */
  bare?: boolean
  /** A press on the dark outside closes; false for forms that hold typed text. */
  closeOnPress?: boolean
  /** `alertdialog` for decisions that interrupt. */
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** A decision in the middle of the screen. */
export const Dialog = (props: DialogProps) => {
  const parts = useOverlayParts(props.open, props.onClose)
  useLayer(props.open, props.onClose)
  return parts && <parts.OpenDialog {...props} />
}
