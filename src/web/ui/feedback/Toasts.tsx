import { useEffect, useLayoutEffect, useState } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../button/IconButton.tsx'
import { closeToast, useToasts, type Toast, type ToastKind } from './toast.ts'
import css from './Toasts.module.css'

const icons: Record<ToastKind, typeof Info> = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** px; narrower messages would wrap too much. */
const minWidthPx = 280

/** px between a message and the buttons below it. */
const gapPx = 8

type Place = { in: 'bar'; left: number; width: number } | { in: 'page'; bottom: number | undefined }

/** How far from the bottom of the window a message is above the buttons of the open dialog; nothing where none are in its way. */
const bottomAboveButtons = (): number | undefined => {
  const feet = [...document.querySelectorAll('[data-toast-above]')].map((foot) => foot.getBoundingClientRect())
  const middle = window.innerWidth / 2
  const foot = feet.findLast(
    ({ left, right, top, height }) => height > 0 && left < middle && right > middle && top > window.innerHeight / 2,
  )
  return foot && window.innerHeight - foot.top + gapPx
}

/** The free middle of the top bar, where a toast covers nothing; else the bottom of the page, above the buttons of a dialog. */
const freePlace = (): Place => {
  const { left = 0, width = 0 } = document.querySelector('[data-toast-place]')?.getBoundingClientRect() ?? {}
  return width >= minWidthPx ? { in: 'bar', left, width } : { in: 'page', bottom: bottomAboveButtons() }
}

const useFreePlace = (count: number): Place | null => {
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    if (count === 0) return
    const measure = () => setPlace(freePlace())
    measure()
    let frame = 0
    const measureSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    // Dialogs that open or close meanwhile.
    const dialogs = new MutationObserver(measureSoon)
    dialogs.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      dialogs.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [count])
  return place
}

/** Renders all toasts; once per page. Hover or focus keeps a toast open. */
export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts)
  const place = useFreePlace(toasts.length)
  return (
    <div
      className={cx(css['place'], place?.in === 'bar' && css['inBar'])}
      style={place?.in === 'bar' ? { left: place.left + place.width / 2, maxWidth: place.width } : { bottom: place?.bottom }}
      role="region"
      aria-label={t('Messages')}
      aria-live="polite"
      data-react-aria-top-layer
    >
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const OneToast = ({ toast: { id, kind, text, action, lasts } }: { toast: Toast }) => {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused || lasts === 0) return
    const timer = setTimeout(() => closeToast(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, isPaused])
  const Icon = icons[kind]
  return (
    <div
      className={css['toast']}
      role={kind === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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
