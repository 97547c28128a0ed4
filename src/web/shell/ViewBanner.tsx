import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../data/call-error.ts'
import { useSession } from '../data/session.ts'
import { endView } from '../data/log-in/view-as.ts'
import { Button } from '../ui/button/Button.tsx'
import { say } from '../ui/feedback/toast.ts'
import css from './ViewBanner.module.css'

/** Says all the time that the page is seen as somebody else; one click ends it. */
export const ViewBanner = () => {
  const { user, viewing } = useSession()
  const [isBusy, setBusy] = useState(false)
  const until = viewing?.until
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(() => window.location.reload(), Math.max(0, Date.parse(until) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [until])
  if (!viewing) return null
  const end = async () => {
    setBusy(true)
    try {
      await endView(viewing.as)
    } catch (error) {
      setBusy(false)
      say(errorText(error), { kind: 'bad' })
    }
  }
  const name = fullName(user) || user.username
  const time = new Date(viewing.until).toLocaleTimeString(t.locale, { hour: '2-digit', minute: '2-digit' })
  return (
    <aside className={css['banner']} aria-label={t('View as somebody else')}>
      <Eye aria-hidden />
      <p className={css['text']}>
        {viewing.as === 'user'
          ? t('You see this as %(name)s does, until %(time)s. Nothing can be changed.', { name, time })
          : t('You see this as holders of the role %(name)s do, until %(time)s. Nothing can be changed.', { name, time })}
      </p>
      <Button dense busy={isBusy} onClick={() => void end()}>
        {t('Be yourself again')}
      </Button>
    </aside>
  )
}
