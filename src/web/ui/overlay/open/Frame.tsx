import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../button/IconButton.tsx'
import { cx } from '../../cx.ts'
import css from './Frame.module.css'

type Props = {
  /** The id of the title, which names the dialog or sheet. */
  titleId: string
  title: ReactNode
  onClose: () => void
  footer?: ReactNode
  note?: ReactNode
  bare?: boolean | undefined
  children: ReactNode
}

export const frameClass = css['frame']

/** Title, body and footer of a dialog or a sheet. */
export const Frame = ({ titleId, title, onClose, footer, note, bare, children }: Props) => (
  <>
    <div className={css['head']}>
      <h2 id={titleId} className={css['title']}>
        {title}
      </h2>
      <IconButton label={t('Close')} icon={<X />} onClick={onClose} />
    </div>
    <div className={cx(css['body'], bare && css['bare'])}>{children}</div>
    {(footer || note) && (
      <div className={css['foot']} data-toast-above>
        <div className={css['note']}>{note}</div>
        {footer}
      </div>
    )}
  </>
)
