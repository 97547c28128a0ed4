import { useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { mergeProps } from 'react-aria/mergeProps'
import { Overlay } from 'react-aria/Overlay'
import { useDialog } from 'react-aria/useDialog'
import { useModalOverlay } from 'react-aria/useModalOverlay'
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState'
import { cx } from '../../cx.ts'
import { OverlayRoot, useOverlayRoot } from '../overlay-root.ts'
import css from './Modal.module.css'
import { useFocusInside } from './use-focus-inside.ts'
import { Synchronous } from './Synchronous.tsx'

type Props = {
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  /** A press on the backdrop closes. */
  closeOnPress?: boolean
  /** Accessible name; alternatively `labelledBy`, the id of the element with the name. */
  label?: string
  labelledBy?: string
  veilClass?: string | undefined
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}

/** A modal box: the page below is inert, and overlays opened from the box are rendered inside it. */
export const OpenModal = (props: Props) => (
  <Synchronous>
    <Mounted {...props} />
  </Synchronous>
)

const Mounted = ({ onClose, role = 'dialog', closeOnPress = true, label, labelledBy, veilClass, className, style, children }: Props) => {
  const portal = useOverlayRoot()
  const box = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const state = useOverlayTriggerState({ isOpen: true, onOpenChange: (open) => !open && onClose() })
  const { modalProps, underlayProps } = useModalOverlay({ isDismissable: closeOnPress, isKeyboardDismissDisabled: true }, state, box)
  useFocusInside(box)
  const { dialogProps } = useDialog({ role, ...(label ? { 'aria-label': label } : { 'aria-labelledby': labelledBy }) }, box)
  return (
    <Overlay portalContainer={portal} shouldContainFocus>
      <div {...underlayProps} className={cx(css['veil'], veilClass)}>
        <div {...mergeProps(modalProps, dialogProps)} ref={box} className={className} style={style}>
          <OverlayRoot value={root}>{children}</OverlayRoot>
          <div ref={setRoot} />
        </div>
      </div>
    </Overlay>
  )
}
