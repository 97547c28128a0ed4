import { filterStateCreate, filterStateUpdate, stickyFiltersDelete, stickyFiltersUpdate } from '#api/dashboard-links.ts'
import { textOfMasks } from '#core/filters/address/masks-text.ts'
import { startMasks, type DataMasks } from '#core/filters/data-mask.ts'
import { isFilter, readFilters } from '#core/filters/native-filter.ts'
import { areDefaults, hasStickyFilters, writeStickyMasks } from '#core/filters/values/sticky-masks.ts'
import { writeMasks } from '#core/filters/wire.ts'
import { call } from '../../../../data/call.ts'
import { tabId } from '../../../../data/changes/tab-id.ts'
import { replaceOrCreate } from '../../../../data/wire/replace-or-create.ts'
import { boxFiltersOf, filtersOf } from '../../state/derived.ts'
import type { DashboardState } from '../../state/store.ts'

/** Stores the masks of a dashboard under their key, or under a new one; returns the key. */
export const storeMasks = (dashboardId: number, key: string | null, masks: DataMasks): Promise<string> => {
  const sent = { query: { tab_id: tabId() }, body: { value: writeMasks(masks) } }
  return replaceOrCreate(key, {
    replace: (known) => call(filterStateUpdate, { params: { pk: dashboardId, key: known }, ...sent }),
    create: () => call(filterStateCreate, { params: { pk: dashboardId }, ...sent }),
  })
}

/** Remembers the values of the filters for the user, where the dashboard does. Default values are not remembered: a default may change. */
export const storeSticky = async (pk: number, metadata: Readonly<Record<string, unknown>>, masks: DataMasks): Promise<void> => {
  if (!hasStickyFilters(metadata)) return
  const filters = readFilters(metadata['native_filter_configuration']).filter(isFilter)
  if (areDefaults(filters, masks)) await call(stickyFiltersDelete, { params: { pk } })
  else await call(stickyFiltersUpdate, { params: { pk }, body: { value: writeStickyMasks(filters, masks) } })
}

/** The URL parameters that restore the masks without the server, in place of those that named filter values before. */
export const paramsOfMasks = (state: Pick<DashboardState, 'history' | 'boxFilters'>, masks: DataMasks) => {
  const defaults = startMasks([...filtersOf(state).filter(isFilter), ...boxFiltersOf(state)], {})
  return { native_filters: textOfMasks(masks, defaults), preselect_filters: null, filter_set: null }
}
