import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOverlayPosition } from 'react-aria/useOverlayPosition'
import css from '../Tooltip.module.css'

/** The box of a tooltip. It is rendered in the body even from inside a modal dialog, so that it is never clipped. */
export const Tip = ({ text, target }: { text: string; target: Element }) => {
  const box = useRef<HTMLDivElement>(null)
  const [trigger] = useState(() => ({ current: target }))
  const { overlayProps } = useOverlayPosition({
    targetRef: trigger,
    overlayRef: box,
    placement: 'bottom',
    offset: 6,
    containerPadding: 8,
  })
  return createPortal(
    <div ref={box} role="tooltip" data-react-aria-top-layer className={css['tip']} style={{ ...overlayProps.style, zIndex: undefined }}>
      {text}
    </div>,
    document.body,
  )
}
