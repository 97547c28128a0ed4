import { useEffect, useRef } from 'react'
import { useSession } from '../../../data/session.ts'
import { useExploreStore } from '../state/explore-context.ts'
import { draftsKey } from './drafts-key.ts'

const keepDelayMs = 600

const loadDrafts = () => import('./draft.ts')
const ignore = () => undefined

/** Keeps unsaved changes in the browser, offers those of a former visit, and drops them once they are saved or left. */
export const useDraft = ({ isEnabled, isDirty }: { isEnabled: boolean; isDirty: boolean }) => {
  const store = useExploreStore()
  const { id: userId } = useSession().user
  const wasDirty = useRef(false)
  useEffect(() => {
    if (isEnabled && localStorage.getItem(draftsKey) !== null) loadDrafts().then(({ offerDraft }) => offerDraft(store, userId), ignore)
    // Left within the application: the guard has asked before.
    return () => {
      if (wasDirty.current) loadDrafts().then(({ dropDraft }) => dropDraft(store, userId), ignore)
    }
  }, [store, userId, isEnabled])
  useEffect(() => {
    if (!isEnabled || (!isDirty && !wasDirty.current)) return
    wasDirty.current = isDirty
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        loadDrafts().then(({ keepDraft, dropDraft }) => (isDirty ? keepDraft : dropDraft)(store, userId), ignore)
      }, keepDelayMs)
    }
    schedule()
    const unsubscribe = store.subscribe(schedule)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [store, userId, isEnabled, isDirty])
}
