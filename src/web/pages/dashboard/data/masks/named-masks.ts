import { filterSetList } from '#api/filter-sets.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import { masksOfFilterSet, readFilterSet } from '#core/filters/sets/filter-set.ts'
import { preselectedMasks } from '#core/filters/values/preselect.ts'
import { call } from '../../../../data/call.ts'
import type { Address } from '../address.ts'
import type { Loaded } from '../load.ts'

type Options = { signal?: AbortSignal | undefined }

/** The masks of a filter set; none where it is gone or somebody else's. */
const masksOfSet = async (dashboard_id: number, setId: number, filters: readonly NativeFilter[], options: Options): Promise<DataMasks> => {
  try {
    const { result } = await call(filterSetList, { params: { dashboard_id } }, options)
    const set = result.map(readFilterSet).find((one) => one?.id === setId)
    return set ? masksOfFilterSet(set, filters) : {}
  } catch {
    options.signal?.throwIfAborted()
    return {}
  }
}

/** The masks that `preselect_filters` and `filter_set` of the address mean. */
export const namedMasks = async (
  { record: { id, json_metadata }, boxFilters }: Pick<Loaded, 'record' | 'boxFilters'>,
  { preselectFilters, filterSet }: Pick<Address, 'preselectFilters' | 'filterSet'>,
  options: Options,
): Promise<DataMasks> => {
  const metadata = readObject(json_metadata)
  const filters = [...readFilters(metadata['native_filter_configuration']).filter(isFilter), ...boxFilters(metadata)]
  return {
    ...(preselectFilters && preselectedMasks(filters, readObject(preselectFilters))),
    ...(filterSet && (await masksOfSet(id, Number(filterSet), filters, options))),
  }
}
