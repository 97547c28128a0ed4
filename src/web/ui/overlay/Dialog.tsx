import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'
import { useOverlayParts } from './parts.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Buttons, right-aligned; `note` is shown to their left. */
  footer?: ReactNode
  note?: ReactNode
  /** px; 480 by default. */
  width?: number
  height?: number
  /** Without padding, for a body that lays out its own panes. */
  bare?: boolean
  /** A press on the backdrop closes; false for forms with typed text. */
  closeOnPress?: boolean
  /** `alertdialog` for decisions that interrupt the workflow. */
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** A modal dialog in the middle of the screen. */
export const Dialog = (props: DialogProps) => {
  const parts = useOverlayParts(props.open, props.onClose)
  useLayer(props.open, props.onClose)
  return parts && <parts.OpenDialog {...props} />
}
