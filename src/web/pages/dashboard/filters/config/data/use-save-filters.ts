import { useQueryClient } from '@tanstack/react-query'
import { dashboardFilters } from '#api/dashboard.ts'
import { reconfigureMasks } from '#core/filters/masks.ts'
import { isFilter, type FilterItem } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { isUnsaved } from '#core/layout/history.ts'
import { CallError } from '../../../../../data/call-error.ts'
import { callWithEtag } from '../../../../../data/call.ts'
import { markChanged } from '../../../../../data/resources.ts'
import { useSession } from '../../../../../data/session.ts'
import { say } from '../../../../../ui/feedback/toast.ts'
import { readDashboard } from '../../../data/load.ts'
import { unsavedId } from '../../../data/new-dashboard.ts'
import { useDashboardStore } from '../../../state/dashboard-context.ts'
import { filtersOf } from '../../../state/derived.ts'
import { configChange } from '../draft/config-change.ts'

/**
 * Saves the filters of the dashboard at once. Where it is being edited they become a step of that. Where somebody else saved first, too:
 * nothing is lost, and the conflict is asked about as for any other save.
 */
export const useSaveFilters = () => {
  const store = useDashboardStore()
  const client = useQueryClient()
  const { user } = useSession()
  return async (items: readonly FilterItem[]): Promise<void> => {
    const { kept, isEditing, history, changeProperties, saved, saving, set } = store.getState()
    const { layout, properties } = history.present
    const { configuration, change } = configChange(items, properties.metadata['native_filter_configuration'], layout)
    const before = filtersOf(store.getState()).filter(isFilter)
    /** New and changed filters start with their default at once, those that are gone lose their mask. */
    const startAnew = () => store.setState((state) => ({ masks: reconfigureMasks(state.masks, before, filtersOf(state).filter(isFilter)) }))
    const metadataWith = (filters: unknown) => ({ metadata: { ...properties.metadata, native_filter_configuration: filters } })
    const makeStep = () => {
      changeProperties(metadataWith(configuration), t('Changed the filters'))
      startAnew()
    }
    if (isEditing || isUnsaved(history) || kept.id === unsavedId) return makeStep()
    try {
      const { data, etag } = await callWithEtag(
        dashboardFilters,
        { params: { pk: kept.id }, body: change },
        { headers: kept.etag ? { 'if-match': kept.etag } : {} },
      )
      const changed_by = { id: user.id, first_name: user.first_name, last_name: user.last_name }
      saved({ etag, changed_by, changed_on_utc: new Date().toISOString() }, metadataWith(data.result))
      startAnew()
      say(t('The filters were saved.'), { kind: 'good' })
      await markChanged(client, { kind: 'dashboard', id: kept.id })
    } catch (error) {
      if (!(error instanceof CallError && error.status === 412)) throw error
      const theirs = await readDashboard(String(kept.id), {})
      makeStep()
      set({ saving: { ...saving, conflict: theirs } })
    }
  }
}
