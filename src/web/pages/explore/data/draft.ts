import { readObject } from '#core/encoding/read-object.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { asRecord, asText } from '#core/query/read.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { agoText } from '../state/ago-text.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { changedControls } from '../state/form.ts'
import type { ExploreStore } from '../state/store.ts'
import { draftsKey } from './drafts-key.ts'

/* Unsaved changes of charts, kept in the browser until they are saved or given up, so that they survive a crash. */

const maxDrafts = 20
const maxAgeMs = 7 * 86_400_000
const noticeMs = 30_000

type Draft = { form: FormData; title: string; atMs: number }

const readDrafts = (): Record<string, unknown> => readObject(localStorage.getItem(draftsKey))

const writeDrafts = (drafts: [string, unknown][]) => {
  try {
    localStorage.setItem(draftsKey, JSON.stringify(Object.fromEntries(drafts.slice(-maxDrafts))))
  } catch {
    // Without room in the browser there are no drafts.
  }
}

const others = (key: string) => Object.entries(readDrafts()).filter(([name]) => name !== key)

/** A saved chart has one draft per user, and so have the new charts of a dataset. */
const draftName = (store: ExploreStore, userId: number): string => {
  const { slice, dataset } = store.getState()
  return `${userId} ${slice ? `chart ${slice.slice_id}` : `dataset ${dataset.id}__${dataset.type}`}`
}

export const readDraft = (store: ExploreStore, userId: number, nowMs: number): Draft | null => {
  const { form, title, atMs } = asRecord(readDrafts()[draftName(store, userId)])
  const [vizType, datasource] = [asText(asRecord(form)['viz_type']), asText(asRecord(form)['datasource'])]
  if (vizType === undefined || datasource === undefined || typeof atMs !== 'number' || nowMs - atMs > maxAgeMs) return null
  return { form: { ...asRecord(form), viz_type: vizType, datasource }, title: asText(title) ?? '', atMs }
}

export const keepDraft = (store: ExploreStore, userId: number) => {
  const { title, form } = store.getState()
  const name = draftName(store, userId)
  const draft: Draft = { form: form(), title, atMs: Date.now() }
  writeDrafts([...others(name), [name, draft]])
}

export const dropDraft = (store: ExploreStore, userId: number) => writeDrafts(others(draftName(store, userId)))

/** Forms that came back from the server have other keys, too. */
const isSameChart = (form: FormData, other: FormData): boolean => {
  const chart = loadedChart(form.viz_type)
  return chart !== undefined && form.datasource === other.datasource && changedControls(form, other, chart).length === 0
}

/** Says that unsaved changes were restored with the address, or offers to restore them. */
export const offerDraft = (store: ExploreStore, userId: number) => {
  const now = Date.now()
  const draft = readDraft(store, userId, now)
  if (!draft) return
  const { form, title } = store.getState()
  const ago = agoText(draft.atMs, now)
  const discard = () => dropDraft(store, userId)
  if (isSameChart(form(), draft.form)) {
    if (draft.title !== title) store.getState().setTitle(draft.title)
    const run = () => {
      store.getState().resetAll()
      discard()
    }
    say(t('Your unsaved changes from %(ago)s were restored.', { ago }), { lasts: noticeMs, action: { label: t('Discard'), run } })
    return
  }
  // A chart of another dataset cannot be shown with this one.
  if (draft.form.datasource !== form().datasource) return
  const run = () => {
    void store.getState().patch(draft.form)
    store.getState().setTitle(draft.title)
  }
  say(t('There are unsaved changes from %(ago)s.', { ago }), { lasts: noticeMs, action: { label: t('Restore'), run } })
}
