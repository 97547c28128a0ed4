import { stickyFiltersGet } from '#api/dashboard-links.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { isFilter, readFilters } from '#core/filters/native-filter.ts'
import { readStickyMasks } from '#core/filters/values/sticky-masks.ts'
import { call } from '../../../../data/call.ts'
import type { DashboardRecord } from '../record.ts'

type Options = { signal?: AbortSignal | undefined }

/** The masks that the user applied last; none if they cannot be read. */
export const readSticky = async ({ id, json_metadata }: DashboardRecord, options: Options): Promise<DataMasks> => {
  try {
    const { value } = await call(stickyFiltersGet, { params: { pk: id } }, options)
    return readStickyMasks(readFilters(readObject(json_metadata)['native_filter_configuration']).filter(isFilter), value)
  } catch {
    options.signal?.throwIfAborted()
    return {}
  }
}
