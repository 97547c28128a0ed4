import { readObject } from '#core/encoding/read-object.ts'
import { asRecord } from '#core/query/read.ts'

/*
 * What explore takes over from the dashboard that a chart was opened from. It lies in the browser under the key that Superset has for
 * it, named by the page id in the address.
 */

const storageKey = 'dashboard__explore_context'
const maxEntries = 50

const readAll = (): Record<string, unknown> => readObject(localStorage.getItem(storageKey))

type Context = { dashboardId: number; extraFormData: Record<string, unknown> }

/** Keeps the filters that are in force on a chart. */
export const keepExploreContext = (pageId: string, context: Context): void => {
  const { [pageId]: _before, ...others } = readAll()
  const kept = [...Object.entries(others), [pageId, context] as const].slice(-maxEntries)
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without room in the browser the chart opens without the filters.
  }
}

/** The filters kept under a page id; empty if none were. */
export const readExploreContext = (pageId: string): Record<string, unknown> => asRecord(asRecord(readAll()[pageId])['extraFormData'])
