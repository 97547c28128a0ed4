import { record, restart, startHistory, type History } from '#core/layout/history.ts'
import { mergeDrafts } from '../data/merge-drafts.ts'
import type { Properties } from '../data/record.ts'
import { hasChanges } from './derived.ts'
import type { Draft } from './draft.ts'
import type { DashboardStore, ServerFields } from './store.ts'

/** Changes of the version that the page is based on; loaded when something is edited. */

const withServerFields = (store: DashboardStore, kept: Partial<ServerFields>): ServerFields => ({
  ...store.getState().serverFields,
  ...kept,
})

const setHistory = (store: DashboardStore, history: History<Draft>) => {
  const { selectedId } = store.getState()
  store.setState({ history, selectedId: selectedId !== null && history.present.layout[selectedId] ? selectedId : null })
}

/** A stored version of the dashboard. */
type Version = { kept: Pick<ServerFields, 'etag' | 'changed_by' | 'changed_on_utc'>; draft: Draft }

const savedVersion = (store: DashboardStore): Version => {
  const { serverFields, savedDraft } = store.getState()
  const { etag, changed_by, changed_on_utc } = serverFields
  return { kept: { etag, changed_by, changed_on_utc }, draft: savedDraft }
}

const setSavedVersion = (store: DashboardStore, { kept, draft }: Version) =>
  store.setState({ serverFields: withServerFields(store, kept), savedDraft: draft })

/** The newest version that is known, while the page shows changes that began with an older one. */
const newest = new WeakMap<DashboardStore, Version>()

/** Whether the changes began with another version than the newest that is known. */
export const beganWithOlder = (store: DashboardStore): boolean => newest.has(store)

/** After the dashboard was created with this draft: discarding returns to it, and undo can still go further back. */
export const markStored = (store: DashboardStore, kept: Partial<ServerFields>, draft: Draft): void =>
  store.setState({ serverFields: withServerFields(store, kept), savedDraft: draft })

type Saved = {
  /** What was sent. */
  draft: Draft
  /** What the server made of its properties. */
  properties: Partial<Properties>
}

/** After a save, which clears the undo history: what changed since it began stays, as one step. */
export const markDraftSaved = (store: DashboardStore, kept: Partial<ServerFields>, { draft, properties }: Saved): void => {
  const { history } = store.getState()
  const saved = { ...draft, properties: { ...draft.properties, ...properties } }
  newest.delete(store)
  store.setState({ serverFields: withServerFields(store, { isUnreadable: false, ...kept }), savedDraft: saved })
  const cleared = restart(history, saved)
  if (history.present === draft) return setHistory(store, cleared)
  const present = mergeDrafts({ base: draft, mine: history.present, theirs: saved }, () => 'mine')
  setHistory(store, record(cleared, present, { description: history.past.at(-1)?.description ?? '' }))
}

/** Another version was stored: it becomes the saved one, and the shown one unless there are changes. */
export const rebase = (store: DashboardStore, kept: Partial<ServerFields>, stored: Draft): void => {
  const before = store.getState()
  newest.delete(store)
  store.setState({ serverFields: withServerFields(store, kept), savedDraft: stored })
  if (!hasChanges(before)) setHistory(store, restart(before.history, stored))
}

/** Discards all changes: the newest version is shown. Returns a function that restores them, on the version that they began with. */
export const discard = (store: DashboardStore, version = newest.get(store)): (() => void) => {
  const { history } = store.getState()
  const before = savedVersion(store)
  newest.delete(store)
  if (version) setSavedVersion(store, version)
  setHistory(store, restart(history, (version ?? before).draft))
  return () => {
    if (version) {
      newest.set(store, version)
      setSavedVersion(store, before)
    }
    setHistory(store, history)
    store.setState({ isEditing: true })
  }
}

type Resumed = { etag: string; base: Draft; draft: Draft; description: string }

/** Takes up changes that began with another stored version, as one step. */
export const resume = (store: DashboardStore, { etag, base, draft, description }: Resumed): void => {
  const before = store.getState()
  const saved = etag === before.serverFields.etag ? before.savedDraft : base
  if (saved !== before.savedDraft) newest.set(store, savedVersion(store))
  const history = hasChanges(before) ? before.history : startHistory(saved, before.history.maxSteps)
  store.setState({ serverFields: withServerFields(store, { etag }), savedDraft: saved })
  setHistory(store, record(history, draft, { description }))
}
