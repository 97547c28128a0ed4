import { dashboardPermalinkGet, filterStateGet } from '#api/dashboard-links.ts'
import { masksInText } from '#core/filters/address/state-params.ts'
import { readMasks } from '#core/filters/wire.ts'
import { asList } from '#core/query/read.ts'
import { call } from '../../../../data/call.ts'
import { parseJson } from '../../../../data/wire/parse-json.ts'
import type { Link, Loaded } from '../load.ts'
import { namedMasks } from './named-masks.ts'

type Options = { signal?: AbortSignal | undefined }
type Opening = Pick<Loaded, 'masks' | 'activeTabs' | 'lacksMasks'>

/** Masks and tabs of a key or of the address itself; none if the key is wrong or has expired, or the address cannot be parsed. */
const readState = async (pk: number, link: Link, options: Options): Promise<Opening> => {
  if (link.nativeFilters) {
    const masks = masksInText(link.nativeFilters)
    return { masks: readMasks(masks), activeTabs: [], lacksMasks: masks === null }
  }
  try {
    if (link.permalinkKey) {
      const { state } = await call(dashboardPermalinkGet, { params: { key: link.permalinkKey } }, options)
      return { masks: readMasks(state['dataMask']), activeTabs: asList<string>(state['activeTabs']), lacksMasks: false }
    }
    if (link.nativeFiltersKey) {
      const { value } = await call(filterStateGet, { params: { pk, key: link.nativeFiltersKey } }, options)
      return { masks: readMasks(parseJson(value)), activeTabs: [], lacksMasks: false }
    }
  } catch {
    options.signal?.throwIfAborted()
    return { masks: {}, activeTabs: [], lacksMasks: true }
  }
  return { masks: {}, activeTabs: [], lacksMasks: false }
}

/** The masks and tabs of an address, over those of `preselect_filters` and `filter_set`. */
export const readLinked = async (dashboard: Pick<Loaded, 'record' | 'boxFilters'>, link: Link, options: Options): Promise<Opening> => {
  const { record } = dashboard
  const { masks, ...rest } = await readState(record.id, link, options)
  return { ...rest, masks: { ...(await namedMasks(dashboard, link, options)), ...masks } }
}
