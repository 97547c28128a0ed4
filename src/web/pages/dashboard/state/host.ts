import { createContext, use } from 'react'
import type { OpenTabs } from './open-tabs.ts'

/** What a dashboard needs from the page that contains it. */
export type Host = {
  /** The URL parameters of the dashboard. */
  search: URLSearchParams
  /** The component in the URL's hash; '' for none. */
  anchor: string
  /**
   * Another object each time somebody comes to this URL (by a link, back or forward), with the tabs that were chosen here before. Null after
   * a navigation of the dashboard itself.
   */
  arrival?: { openTabs: OpenTabs | null } | null
  /** Writes a chosen tab into the URL, or '' for none, as a new entry of the browser's history or in place of the present one. */
  visitTab?: (tab: string, openTabs: OpenTabs, options: { replace: boolean }) => void
  /** Changes URL parameters; null removes one. */
  setSearch: (change: Readonly<Record<string, string | null>>) => void
  /** Called when the dashboard was created or renamed and has another URL; resolves when `search` is that of the URL. */
  onMoved: (path: string) => void | Promise<void>
  /** Called when there are or are no longer unsaved changes. Without it the dashboard itself asks before the page is left. */
  onUnsaved?: (isUnsaved: boolean) => void
  onTitle: (title: string) => void
}

export const HostContext = createContext<Host | null>(null)

export const useHost = (): Host => {
  const host = use(HostContext)
  if (!host) throw new Error('used outside a dashboard')
  return host
}
