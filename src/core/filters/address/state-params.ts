import { asRecord } from '../../query/read.ts'
import { decodeRison } from '../../encoding/url/rison.ts'

/** Parameters of a dashboard's URL that the dashboard itself reads. */
const reserved = new Set([
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
  'migration_state',
])

const linking = ['native_filters', 'native_filters_key', 'permalink_key', 'preselect_filters', 'filter_set']

/** Whether a URL says which filter values a dashboard opens with. */
export const isLinked = (search: { has(name: string): boolean }): boolean => linking.some((name) => search.has(name))

/** The parameters of a dashboard's URL that are passed to the charts' queries. */
export const queryParams = (search: Iterable<[name: string, value: string]>): Record<string, string> =>
  Object.fromEntries([...search].filter(([name]) => !reserved.has(name)))

/** The masks in `native_filters`; null if there are none, or if they cannot be parsed. */
export const masksInText = (text: string | null): Record<string, unknown> | null => {
  if (!text) return null
  try {
    return asRecord(decodeRison(text))
  } catch {
    return null
  }
}
