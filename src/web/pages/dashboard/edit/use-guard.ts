import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { confirm } from '../../../ui/confirm.ts'

/** Asks before unsaved changes are left, for another page or with the tab. */
export const useGuard = (isUnsaved: boolean) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.state !== 'own' && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: t('Leave without saving?'),
      text: t('You have unsaved changes.'),
      action: t('Leave'),
      danger: true,
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
