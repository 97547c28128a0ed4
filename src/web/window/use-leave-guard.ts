import { useEffect, useRef } from 'react'
import { useBlocker, type Location } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { confirm } from '../ui/overlay/confirm.ts'

type Guard = { isForm: boolean; leaves: (from: Location, to: Location) => boolean }

/** Guards of the page and its open forms. One set, because a router calls only one blocker. */
const guards = new Set<Guard>()

const confirmLeave = () =>
  confirm({ title: t('Leave without saving?'), text: t('You have unsaved changes.'), action: t('Leave'), danger: true })

/** Asks for confirmation if an open form has unsaved changes, before it is closed or replaced. */
export const confirmLeavingForm = async (): Promise<boolean> => ![...guards].some(({ isForm }) => isForm) || confirmLeave()

/** Installs the blocker, once per page. Navigations within a page have the state `own`. */
export const useNavigationGuard = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.state !== 'own' && [...guards].some(({ leaves }) => leaves(currentLocation, nextLocation)),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave().then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}

/** Asks before unsaved work is left, by navigation (if `leaves` returns true) or by closing the tab. */
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
