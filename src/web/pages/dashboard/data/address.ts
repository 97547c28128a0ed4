import { queryParams } from '#core/filters/address/state-params.ts'
import { readDisplayFlags, type DisplayFlags } from '#core/filters/address/display-flags.ts'

/** The parsed URL of a dashboard. */
export type Address = {
  standalone: DisplayFlags['standalone']
  edit: boolean
  /** Masks given in the URL itself, as Rison. */
  nativeFilters: string | null
  nativeFiltersKey: string | null
  permalinkKey: string | null
  focusedChart: number | null
  hiddenParts: { title: boolean; tabs: boolean; cardControls: boolean; filters: boolean }
  /** The state of the filter bar at first; null where the address does not say. */
  filterBar: 'open' | 'closed' | null
  /** Values of legacy filter boxes, by chart and column. */
  preselectFilters: string | null
  /** The filter set that is in force at first. */
  filterSet: string | null
  /** Parameters passed to the charts' queries. */
  urlParams: Record<string, string>
}

/** Left out of permalinks, which contain this state themselves. */
const stateful = new Set([
  'native_filters',
  'native_filters_key',
  'permalink_key',
  'preselect_filters',
  'edit',
  'focused_chart',
  'migration_state',
])

/** Anything but `false` and `0` is true. */
const readSwitch = (text: string | null): boolean | null => (text === null ? null : text !== 'false' && text !== '0')

export const readAddress = (search: URLSearchParams): Address => {
  const chart = Number(search.get('focused_chart'))
  const { standalone, hidesTitle, hidesTabs, hidesCardControls } = readDisplayFlags(search)
  const expands = readSwitch(search.get('expand_filters'))
  return {
    standalone,
    edit: search.get('edit') === 'true',
    nativeFilters: search.get('native_filters'),
    nativeFiltersKey: search.get('native_filters_key'),
    permalinkKey: search.get('permalink_key'),
    focusedChart: Number.isInteger(chart) && chart > 0 ? chart : null,
    hiddenParts: {
      title: hidesTitle,
      tabs: hidesTabs,
      cardControls: hidesCardControls,
      filters: standalone === 3 || readSwitch(search.get('show_filters')) === false,
    },
    filterBar: expands === null ? null : expands ? 'open' : 'closed',
    preselectFilters: search.get('preselect_filters'),
    filterSet: search.get('filter_set'),
    urlParams: queryParams(search),
  }
}

/** The parameters that a permalink keeps. */
export const sharedParams = (search: URLSearchParams): [string, string][] => [...search].filter(([name]) => !stateful.has(name))

/** The same parameters with some changed; null removes one. */
export const withParams = (search: URLSearchParams, change: Record<string, string | null>): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
