import { useEffect, useRef } from 'react'
import { useBlocker, type Location } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { confirm } from '../ui/overlay/confirm.ts'

type Guard = { isForm: boolean; leaves: (from: Location, to: Location) => boolean }

/** Unsaved work of the page and of the forms over it. One list, because a router asks only one blocker. */
const guards = new Set<Guard>()

const askToLeave = () =>
  confirm({ title: t('Leave without saving?'), text: t('You have unsaved changes.'), action: t('Leave'), danger: true })

/** Asks where an open form holds changes: before it is closed, and before another one takes its place. */
export const mayLeaveForm = async (): Promise<boolean> => ![...guards].some(({ isForm }) => isForm) || askToLeave()

/** Where navigations are asked about; once per page. A page's own moves are marked `own`. */
export const useNavigationGuard = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.state !== 'own' && [...guards].some(({ leaves }) => leaves(currentLocation, nextLocation)),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askToLeave().then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}

/** Asks before unsaved work is left, for another place of the app (`leaves` says which) or with the tab. */
export const useLeaveGuard = (isUnsaved: boolean, leaves: Guard['leaves'], { isForm = false } = {}) => {
  const latest = useRef(leaves)
  useEffect(() => {
    latest.current = leaves
  })
  useEffect(() => {
    if (!isUnsaved) return
    const guard: Guard = { isForm, leaves: (from, to) => latest.current(from, to) }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    guards.add(guard)
    window.addEventListener('beforeunload', warn)
    return () => {
      guards.delete(guard)
      window.removeEventListener('beforeunload', warn)
    }
  }, [isUnsaved, isForm])
}
