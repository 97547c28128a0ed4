import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useDialog } from 'react-aria/useDialog'
import { useOverlay } from 'react-aria/useOverlay'
import { cx } from '../../cx.ts'
import type { SheetProps } from '../Sheet.tsx'
import css from '../Sheet.module.css'
import { Frame, frameClass } from './Frame.tsx'
import { useFocusInside } from './use-focus-inside.ts'

export const OpenSheet = ({ onClose, width = 440, ...frame }: SheetProps) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const { overlayProps } = useOverlay({ isOpen: true, onClose, isKeyboardDismissDisabled: true }, box)
  useFocusInside(box)
  const { dialogProps } = useDialog({ 'aria-labelledby': id }, box)
  return createPortal(
    <div {...overlayProps} {...dialogProps} ref={box} className={cx(frameClass, css['sheet'])} style={{ width }}>
      <Frame {...frame} titleId={id} onClose={onClose} />
    </div>,
    document.body,
  )
}
