import { useEffect, useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { X } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { focusFirst } from './focus.ts'
import { IconButton } from '../button/IconButton.tsx'
import { useLayer } from './layers.ts'
import css from './Sheet.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  footer?: ReactNode
  width?: number
  children: ReactNode
}

/** Editing at the right side; what is behind stays visible and usable. */
export const Sheet = (props: Props) => (props.open ? createPortal(<OpenSheet {...props} />, document.body) : null)

const OpenSheet = ({ onClose, title, footer, width = 440, children }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayer(true, { close: onClose, closeOnPress: false, contains: (target) => Boolean(box.current?.contains(target)) })
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    if (box.current) focusFirst(box.current)
    return () => (before?.isConnected ? before.focus({ preventScroll: true }) : undefined)
  }, [])
  return (
    <div ref={box} role="dialog" aria-labelledby={id} tabIndex={-1} className={css['sheet']} style={{ width }}>
      <div className={css['head']}>
        <h2 id={id} className={css['title']}>
          {title}
        </h2>
        <IconButton label={t('Close')} icon={<X />} onClick={onClose} />
      </div>
      <div className={css['body']}>{children}</div>
      {footer && <div className={css['foot']}>{footer}</div>}
    </div>
  )
}
