import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dashboardCreate, dashboardRestore, dashboardUpdate } from '#api/dashboard.ts'
import { fullName } from '#core/format/full-name.ts'
import type { Side } from '#core/layout/merge/three-way.ts'
import { t } from '#core/i18n/t.ts'
import { call, callWithEtag } from '../../../data/call.ts'
import { CallError, errorText } from '../../../data/call-error.ts'
import { hasFeature } from '../../../data/feature-flags.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { say } from '../../../ui/feedback/toast.ts'
import type { Stored } from '../data/stored.ts'
import { mergeDrafts } from '../data/merge-drafts.ts'
import { unsavedId } from '../data/record.ts'
import { readDraft } from '../data/read-draft.ts'
import { readStored } from '../data/read-stored.ts'
import { untitled } from '../data/record.ts'
import { buildSaveBody } from '../data/save-body.ts'
import { useDashboard, useDashboardStore, usePageColors } from './dashboard-context.ts'
import type { Draft } from './draft.ts'
import { useHost } from './host.ts'
import type { Saving } from './store.ts'
import { versionIn } from '../data/version-in.ts'
import { discard, markDraftSaved, markStored, rebase } from './versions.ts'

const personName = (person: Stored['record']['changed_by']): string => (person ? fullName(person) : t('Somebody'))

const propertyNames = ['dashboard_title', 'slug', 'description', 'css', 'certified_by', 'owners', 'roles', 'json_metadata']

/** Whether the properties are what the server rejects: their form shows it at their fields. */
const isAboutProperties = (error: unknown): boolean =>
  error instanceof CallError && propertyNames.some((name) => name in (error.fields ?? {}))

/** How a save went: what was said of the one before no longer holds. */
const saveTopic = 'save dashboard'

type SaveOptions = { etag?: string | null; onFault?: (error: unknown) => Promise<void> }

/** Saves the draft. A newer version of someone else is only overwritten after confirmation; failures keep the changes. */
export const useSave = () => {
  const store = useDashboardStore()
  const colors = usePageColors()
  const client = useQueryClient()
  const { onMoved } = useHost()
  const { user, feature_flags } = useSession()

  const put = async (draft: Draft, etag: string | null) => {
    const body = buildSaveBody(draft, colors.store.getState().colors, { hasRoles: feature_flags['DASHBOARD_RBAC'] === true })
    const { id } = store.getState().serverFields
    const { data, etag: written } = await callWithEtag(
      dashboardUpdate,
      { params: { pk: id }, body },
      { headers: etag ? { 'if-match': etag } : {} },
    )
    const kept = {
      etag: written,
      changed_by: { id: user.id, first_name: user.first_name, last_name: user.last_name },
      changed_on_utc: new Date().toISOString(),
    }
    return { kept, dashboard_title: body.dashboard_title, slug: typeof data.result['slug'] === 'string' ? data.result['slug'] : '' }
  }
  const refreshLists = () => markChanged(client, { kind: 'dashboard', id: store.getState().serverFields.id })

  const readVersion = ({ record, charts, datasets, etag }: Stored) => {
    const { changed_by, changed_on_utc } = record
    store.getState().addCharts(charts, datasets)
    return { kept: { etag, changed_by, changed_on_utc }, draft: readDraft(record, charts) }
  }

  /** Shows a stored version, or keeps the changes of somebody who went on editing. */
  const showStored = (stored: Stored) => {
    const { kept, draft } = readVersion(stored)
    rebase(store, kept, draft)
  }

  /** Shows a newer version instead of the changes, which can be brought back onto the version that they began with. */
  const loadStored = (theirs: Stored) => {
    const restore = discard(store, readVersion(theirs))
    say(t('Changes discarded'), { action: { label: t('Undo'), run: restore } })
  }

  /** Goes back to the version before a save, unless somebody has saved since. */
  const takeBack = async (version: number) => {
    const { id, etag } = store.getState().serverFields
    try {
      await call(dashboardRestore, { params: { pk: id }, body: { version } }, { headers: etag ? { 'if-match': etag } : {} })
      const { slug } = store.getState().savedDraft.properties
      showStored(await readStored(id))
      const { isEditing, savedDraft } = store.getState()
      const address = savedDraft.properties.slug || id
      if (savedDraft.properties.slug !== slug) void onMoved(isEditing ? paths.editDashboard(address) : paths.dashboard(address))
      say(t('The dashboard is as it was before it was saved.'), { kind: 'good' })
      await refreshLists()
    } catch (error) {
      const isChanged = error instanceof CallError && error.status === 412
      say(isChanged ? t('Somebody has saved this dashboard since.') : errorText(error), { kind: 'bad' })
    }
  }

  const send = async (etag: string | null) => {
    const draft = store.getState().history.present
    const { kept, ...properties } = await put(draft, etag)
    const before = versionIn(store.getState().serverFields.etag)
    markDraftSaved(store, kept, { draft, properties })
    say(t('This dashboard was saved successfully.'), {
      kind: 'good',
      topic: saveTopic,
      ...(before !== null && { action: { label: t('Undo'), run: () => void takeBack(before) } }),
    })
    void onMoved(paths.dashboard(properties.slug || store.getState().serverFields.id))
    await refreshLists()
  }

  /** Creates a new dashboard with its current draft. Later changes are saved as usual. */
  const storeNew = async () => {
    const draft = store.getState().history.present
    const title = draft.properties.dashboard_title.trim() || untitled
    const { id } = await call(dashboardCreate, { body: { dashboard_title: title } })
    // Changes the URL before the dashboard counts as stored, so that editing is not interrupted.
    await onMoved(paths.editDashboard(id))
    store.getState().setServerFields({ id })
    const { kept } = await put(draft, null)
    markStored(store, kept, draft)
    await refreshLists()
  }
  const setSaving = (patch: Partial<Saving>) => store.getState().set({ saving: { ...store.getState().saving, ...patch } })
  const isStored = () => store.getState().serverFields.id !== unsavedId

  const save = async ({ etag, onFault = reportError }: SaveOptions = {}) => {
    const { saving, set } = store.getState()
    if (saving.isBusy) return
    set({ saving: { ...saving, isBusy: true, conflict: null } })
    try {
      await saving.storing
      if (!isStored()) await storeNew()
      const expected = etag === undefined ? store.getState().serverFields.etag : etag
      await send(hasFeature('CONFIRM_DASHBOARD_DIFF') ? expected : null)
    } catch (error) {
      await onFault(error)
    } finally {
      setSaving({ isBusy: false })
    }
  }

  const reportError = async (error: unknown) => {
    const status = error instanceof CallError ? error.status : null
    if (status === 412) {
      const theirs = await readStored(store.getState().serverFields.id).catch(() => null)
      if (theirs) return setSaving({ conflict: theirs })
    }
    if (isAboutProperties(error)) {
      setSaving({ fault: error })
      store.getState().set({ dialog: 'properties' })
    }
    const failed = { kind: 'bad', topic: saveTopic } as const
    if (status === 404 && isStored())
      say(t('This dashboard was deleted. Your changes are still here.'), {
        ...failed,
        lasts: 0,
        action: { label: t('Restore'), run: () => void restoreAndSave() },
      })
    else if (status === 403) say(t('You do not have permission to edit this dashboard'), failed)
    else if (errorText(error)) say(t('Sorry, there was an error saving this dashboard: %s', [errorText(error)]), failed)
    else say(t('Sorry, an unknown error occurred'), failed)
  }

  /** Saves the changes of both; `choose` says which value stays where both changed the same. */
  const mergeAndSave = (theirs: Stored, choose: (key: string) => Side) => {
    const { savedDraft, history } = store.getState()
    const draft = readDraft(theirs.record, theirs.charts)
    const merged = mergeDrafts({ base: savedDraft, mine: history.present, theirs: draft }, choose)
    showStored(theirs)
    store.getState().change(merged, t('Merged with the version of %(name)s', { name: personName(theirs.record.changed_by) }))
    return save()
  }

  /** Brings a dashboard back that somebody has deleted, as they left it, with the changes of this page. */
  const restoreAndSave = async () => {
    const { id } = store.getState().serverFields
    try {
      await call(dashboardRestore, { params: { pk: id } })
      await mergeAndSave(await readStored(id), () => 'mine')
    } catch (error) {
      say(t('Could not restore what was deleted: %s', [errorText(error)]), { kind: 'bad', topic: saveTopic })
    }
  }

  const storeFirst = () => {
    if (isStored() || store.getState().saving.storing) return
    const storing = storeNew()
      .catch(reportError)
      .finally(() => setSaving({ storing: null }))
    setSaving({ storing })
  }

  /** For a form, which shows errors itself, except for a conflict, which opens the usual dialog. */
  const rethrow = async (error: unknown) => {
    if (!(error instanceof CallError && error.status === 412)) throw error
    await reportError(error)
  }

  return {
    save: () => save(),
    saveOrThrow: () => save({ onFault: rethrow }),
    overwrite: (etag: string | null) => save({ etag }),
    loadStored,
    mergeAndSave,
    storeFirst,
  }
}

/** Creates a new dashboard on the server with its first change. */
export const useFirstChange = () => {
  const isNew = useDashboard((state) => state.serverFields.id === unsavedId && state.history.past.length > 0)
  const { storeFirst } = useSave()
  const latest = useRef(storeFirst)
  useEffect(() => {
    latest.current = storeFirst
  })
  useEffect(() => {
    if (isNew) latest.current()
  }, [isNew])
}
