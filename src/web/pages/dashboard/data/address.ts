import { asRecord } from '#core/query/read.ts'
import { decodeRison } from '#core/encoding/rison.ts'

/** The parsed URL of a dashboard. */
export type Address = {
  /** 0 shows everything, 1 hides the top bar, 2 also the title, 3 also tabs and filters. */
  standalone: 0 | 1 | 2 | 3
  edit: boolean
  /** Masks given in the URL itself. */
  nativeFilters: Record<string, unknown> | null
  nativeFiltersKey: string | null
  permalinkKey: string | null
  focusedChart: number | null
  hides: { title: boolean; tabs: boolean; cardControls: boolean }
  /** Parameters passed to the charts' queries. */
  urlParams: Record<string, string>
}

const own = new Set([
  'standalone',
  'edit',
  'native_filters',
  'native_filters_key',
  'permalink_key',
  'preselect_filters',
  'focused_chart',
  'show_filters',
  'expand_filters',
  'uiConfig',
  'filter_set',
])
/** Left out of permalinks, which contain this state themselves. */
const stateful = new Set(['native_filters', 'native_filters_key', 'permalink_key', 'preselect_filters', 'edit', 'focused_chart'])

const standaloneOf = (text: string | null): Address['standalone'] => {
  if (text === 'true') return 1
  const number = Number(text)
  return number === 1 || number === 2 || number === 3 ? number : 0
}

const masksIn = (text: string | null): Record<string, unknown> | null => {
  if (!text) return null
  try {
    return asRecord(decodeRison(text))
  } catch {
    return null
  }
}

export const readAddress = (search: URLSearchParams): Address => {
  const ui = Number(search.get('uiConfig')) || 0
  const chart = Number(search.get('focused_chart'))
  const standalone = standaloneOf(search.get('standalone'))
  return {
    standalone: standalone || ((ui & 4) === 4 ? 1 : 0),
    edit: search.get('edit') === 'true',
    nativeFilters: masksIn(search.get('native_filters')),
    nativeFiltersKey: search.get('native_filters_key'),
    permalinkKey: search.get('permalink_key'),
    focusedChart: Number.isInteger(chart) && chart > 0 ? chart : null,
    hides: { title: standalone >= 2 || (ui & 1) === 1, tabs: standalone === 3 || (ui & 2) === 2, cardControls: (ui & 8) === 8 },
    urlParams: Object.fromEntries([...search].filter(([name]) => !own.has(name))),
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
