import { useEffect, useState } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { closeToast, useToasts, type Toast, type ToastKind } from './toast.ts'
import css from './Toasts.module.css'

const icons: Record<ToastKind, typeof Info> = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** Where toasts appear; once per page. Resting on one keeps it. */
export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={css['place']} role="region" aria-label={t('Messages')} aria-live="polite" data-layer-friend>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const OneToast = ({ toast: { id, kind, text, action, lasts } }: { toast: Toast }) => {
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (resting || lasts === 0) return
    const timer = setTimeout(() => closeToast(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, resting])
  const Icon = icons[kind]
  return (
    <div
      className={css['toast']}
      role={kind === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
    >
      <Icon className={css[kind]} aria-hidden />
      <span className={css['text']}>{text}</span>
      {action && (
        <Button
          kind="link"
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton dense label={t('Close')} icon={<X />} onClick={() => closeToast(id)} />
    </div>
  )
}
