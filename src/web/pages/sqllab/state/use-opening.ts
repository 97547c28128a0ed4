import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { say } from '../../../ui/feedback/toast.ts'
import type { LabDatabase } from './databases.ts'
import { openingOfVisit, readPosted, removePosted } from './opening.ts'
import type { NewTab } from './use-tabs.ts'

/**
 * Opens what each visit of the page asks for, once, and then shows the page's plain address.
 * @returns whether a tab is about to open, until then no other one should take input
 */
export const useOpening = (databases: readonly LabDatabase[], open: (tab: NewTab) => Promise<void>): boolean => {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [posted, setPosted] = useState(readPosted)
  const handled = useRef<string>(undefined)
  const opening = openingOfVisit({ pathname, search, state, posted })
  const visit = useEffectEvent(async (visited: string) => {
    if (handled.current === visited || !opening) return
    handled.current = visited
    removePosted()
    try {
      const { resolveOpening } = await import('./resolve-opening.ts')
      await open(await resolveOpening(opening, databases))
    } catch (error) {
      say(t('The query could not be opened: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
    }
    setPosted(null)
    void navigate(paths.sqlLab, { replace: true, state: null })
  })
  useEffect(() => void visit(key), [key])
  return opening !== null
}
