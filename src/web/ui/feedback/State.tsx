import { useState, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import css from './State.module.css'
import { Verbatim } from '../text/Verbatim.tsx'

type Props = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** At most one primary action. */
  actions?: ReactNode
  /** Centred in the whole page or pane. */
  fills?: boolean
  className?: string
}

/** An empty state: what is missing, why, and one action. */
export const EmptyState = ({ icon, title, text, actions, fills, className }: Props) => (
  <div className={cx(css['state'], fills && css['fills'], className)}>
    {icon && <div className={css['icon']}>{icon}</div>}
    <h2 className={css['title']}>{title}</h2>
    {text && <p className={css['text']}>{text}</p>}
    {actions && <div className={css['actions']}>{actions}</div>}
  </div>
)

type ErrorProps = Props & {
  /** The raw message, initially collapsed. */
  details?: string | undefined
  onRetry?: () => void
}

/** An error state: what happened, what to do, collapsed details. */
export const ErrorState = ({ icon = <CircleAlert />, title, text, actions, details, onRetry, fills, className }: ErrorProps) => {
  const [open, setOpen] = useState(false)
  return (
    <div className={cx(css['state'], fills && css['fills'], className)} role="alert">
      <div className={cx(css['icon'], css['bad'])}>{icon}</div>
      <h2 className={css['title']}>{title}</h2>
      {text && <p className={css['text']}>{text}</p>}
      <div className={css['actions']}>
        {onRetry && (
          <Button kind="primary" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
        {actions}
        {details && (
          <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide details') : t('Details')}
          </Button>
        )}
      </div>
      {open && details && <Verbatim text={details} className={css['details']} />}
    </div>
  )
}
