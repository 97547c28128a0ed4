import { dashboardFilters } from '#api/dashboard.ts'
import { reconfigureMasks } from '#core/filters/values/reconfigure-masks.ts'
import { isFilter, type FilterItem } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { callWithEtag } from '../../../../../data/call.ts'
import { say } from '../../../../../ui/feedback/toast.ts'
import { useDashboardStore } from '../../../state/dashboard-context.ts'
import { filtersOf } from '../../../state/derived.ts'
import { useSaveAtOnce } from '../../../state/use-save-at-once.ts'
import { configChange } from '../draft/config-change.ts'

/** Saves the filters of the dashboard. New and changed ones start with their default, those that are gone lose their mask. */
export const useSaveFilters = () => {
  const store = useDashboardStore()
  const saveAtOnce = useSaveAtOnce()
  return async (items: readonly FilterItem[]): Promise<void> => {
    const { layout, properties } = store.getState().history.present
    const { configuration, change } = configChange(items, properties.metadata['native_filter_configuration'], layout)
    const before = filtersOf(store.getState()).filter(isFilter)
    const metadataWith = (filters: unknown) => ({ ...properties.metadata, native_filter_configuration: filters })
    const isSaved = await saveAtOnce({
      metadata: metadataWith(configuration),
      description: t('Changed the filters'),
      send: async (pk, headers) => {
        const { data, etag } = await callWithEtag(dashboardFilters, { params: { pk }, body: change }, { headers })
        return { metadata: metadataWith(data.result), etag }
      },
    })
    store.setState((state) => ({
      masks: reconfigureMasks(state.masks, before, filtersOf(state).filter(isFilter)),
      ...(before.length === 0 && items.length > 0 && { isFilterBarOpen: true }),
    }))
    if (isSaved) say(t('The filters were saved.'), { kind: 'good' })
  }
}
