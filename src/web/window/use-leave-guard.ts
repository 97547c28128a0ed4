import { useEffect } from 'react'
import { useBlocker, type Location } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { confirm } from '../ui/overlay/confirm.ts'

/** Asks before unsaved work is left, for another place of the app (`leaves` says which) or with the tab. A page's own moves are marked `own`. */
export const useLeaveGuard = (isUnsaved: boolean, leaves: (from: Location, to: Location) => boolean) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.state !== 'own' && leaves(currentLocation, nextLocation),
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
