import type { ExtraFormData } from '../query/extras.ts'
import { asList } from '../query/read.ts'

/** Lists of several filters add up; of everything else the last one counts. */
const appended = ['adhoc_filters', 'filters', 'interactive_groupby', 'interactive_highlight', 'interactive_drilldown', 'custom_form_data']

const isNothing = (value: unknown) => value === undefined || value === null

/** What several filters add to one chart, in their order. */
export const mergeExtra = (parts: readonly ExtraFormData[]): ExtraFormData =>
  parts.reduce((merged, part) => {
    const next = { ...merged }
    for (const [key, value] of Object.entries(part)) {
      if (isNothing(value)) continue
      if (!appended.includes(key)) next[key] = value
      else if (Array.isArray(value) || Array.isArray(next[key])) next[key] = [...asList(next[key]), ...asList(value)]
      else next[key] = { ...(next[key] as object | undefined), ...(value as object) }
    }
    return next
  }, {})
