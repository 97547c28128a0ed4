import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { X } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import { focusFirst, trapTab } from './focus.ts'
import { IconButton } from '../button/IconButton.tsx'
import { useLayer } from './layers.ts'
import { OverlayRoot } from './overlay-root.ts'
import css from './Dialog.module.css'

type Props = {
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
export const Dialog = (props: Props) => (props.open ? createPortal(<OpenDialog {...props} />, document.body) : null)

const OpenDialog = ({ onClose, title, footer, note, width = 480, height, bare, closeOnPress = true, role = 'dialog', children }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const id = useId()
  useLayer(true, { close: onClose, closeOnPress, contains: (target) => Boolean(box.current?.contains(target)) })
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    if (box.current) focusFirst(box.current)
    return () => (before?.isConnected ? before.focus({ preventScroll: true }) : undefined)
  }, [])

  return (
    <div className={css['veil']}>
      <div
        ref={box}
        role={role}
        aria-modal
        aria-labelledby={id}
        tabIndex={-1}
        className={css['dialog']}
        style={{ width, height }}
        onKeyDown={(event) => box.current && trapTab(event, box.current)}
      >
        <OverlayRoot value={root}>
          <div className={css['head']}>
            <h2 id={id} className={css['title']}>
              {title}
            </h2>
            <IconButton label={t('Close')} icon={<X />} onClick={onClose} />
          </div>
          <div className={cx(css['body'], bare && css['bare'])}>{children}</div>
          {(footer || note) && (
            <div className={css['foot']}>
              <div className={css['note']}>{note}</div>
              {footer}
            </div>
          )}
        </OverlayRoot>
        <div ref={setRoot} />
      </div>
    </div>
  )
}
