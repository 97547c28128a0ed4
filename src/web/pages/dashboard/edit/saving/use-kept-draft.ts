import { useEffect } from 'react'
import { dashboardDraftDelete, dashboardDraftGet, dashboardDraftPut } from '#api/dashboard-editing.ts'
import { chartsIn } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../../data/call.ts'
import { ago } from '../../../../lists/time/ago.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { unsavedId } from '../../data/record.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { hasChanges } from '../../state/derived.ts'
import type { DashboardStore } from '../../state/store.ts'
import { discard, resume } from '../../state/versions.ts'
import { addChartRecord, readChartsById } from '../pane/saved-charts.ts'
import { readVersion, writeVersion } from './stored-draft.ts'

/** Changes are kept this long after the last one. */
const keepAfterMs = 1000

const params = (store: DashboardStore) => ({ pk: store.getState().serverFields.id })

/** Charts that the draft added, so that they can be drawn. */
const addMissingCharts = async (store: DashboardStore) => {
  const { charts, history } = store.getState()
  const missing = chartsIn(history.present.layout).filter((id) => !charts[id])
  for (const chart of await readChartsById(missing)) addChartRecord(store, chart)
}

/** Takes up the draft of an earlier visit, if there is one, and says so. Returns what ends the message. */
const resumeDraft = async (store: DashboardStore): Promise<(() => void) | null> => {
  const { result } = await call(dashboardDraftGet, { params: params(store) })
  if (!result) return null
  const description = t('Draft from %(ago)s', { ago: ago(result.changed_on) })
  resume(store, { etag: result.etag, base: readVersion(result.base), draft: readVersion(result.draft), description })
  const close = say(t('Your unsaved changes from %(ago)s are back.', { ago: ago(result.changed_on) }), {
    action: { label: t('Throw away'), run: () => void discard(store) },
    lasts: 20_000,
  })
  await addMissingCharts(store)
  return close
}

/** Keeps unsaved changes on the server, so that they survive a reload, a crash, and a change of device. */
export const useKeptDraft = () => {
  const store = useDashboardStore()
  const isStored = useDashboard((state) => state.serverFields.id !== unsavedId && state.serverFields.etag !== null)
  useEffect(() => {
    if (!isStored) return
    let isKept = false
    let isReady = false
    let hasLeft = false
    let closeMessage: (() => void) | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = Promise.resolve<unknown>(undefined)
    const send = (request: () => Promise<unknown>) => {
      last = last.then(request).catch(() => undefined)
    }
    const keep = () => {
      timer = undefined
      const { serverFields, history, savedDraft } = store.getState()
      if (hasChanges(store.getState())) {
        isKept = true
        const body = {
          etag: serverFields.etag ?? '',
          base: writeVersion(savedDraft),
          draft: writeVersion(history.present),
          steps: history.past.length,
        }
        send(() => call(dashboardDraftPut, { params: params(store), body }))
      } else if (isKept) {
        isKept = false
        send(() => call(dashboardDraftDelete, { params: params(store) }))
      }
    }
    const schedule = () => {
      clearTimeout(timer)
      timer = isReady ? setTimeout(keep, keepAfterMs) : undefined
    }
    const flush = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      keep()
    }
    const unsubscribe = store.subscribe((state, before) => {
      // What the message offers to throw away is saved or gone: later changes are not meant.
      if (!hasChanges(state)) closeMessage?.()
      if (state.history !== before.history || state.savedDraft !== before.savedDraft) schedule()
    })
    const ready = (close: (() => void) | null) => {
      isReady = true
      isKept ||= close !== null
      closeMessage = close
      if (hasLeft) close?.()
      else if (hasChanges(store.getState())) schedule()
    }
    void resumeDraft(store).then(ready, () => ready(null))
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      hasLeft = true
      closeMessage?.()
      flush()
      unsubscribe()
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('pagehide', flush)
    }
  }, [store, isStored])
}
