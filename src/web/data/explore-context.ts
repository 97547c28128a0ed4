import { readObject } from '#core/encoding/read-object.ts'
import type { LabelColors } from '#core/color/label-colors.ts'

/*
 * What explore takes over from the dashboard that a chart was opened from. It lies in the browser under the key that Superset has for
 * it, named by the page id in the address.
 */

const storageKey = 'dashboard__explore_context'
const maxEntries = 50

export const readContexts = (): Record<string, unknown> => readObject(localStorage.getItem(storageKey))

/** What a dashboard lends to a chart that is opened from it. */
export type DashboardContext = {
  dashboardId: number
  extraFormData: Record<string, unknown>
  colorScheme?: string | undefined
  labelColors?: LabelColors
}

/** Keeps the filters that are in force on a chart, and the colours of its dashboard. */
export const keepExploreContext = (pageId: string, context: DashboardContext): void => {
  const { [pageId]: _before, ...others } = readContexts()
  const kept = [...Object.entries(others), [pageId, context] as const].slice(-maxEntries)
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without room in the browser the chart opens without the filters.
  }
}
