import { createContext, use } from 'react'

/** What a dashboard needs from the page that contains it. */
export type Host = {
  /** The URL parameters of the dashboard. */
  search: URLSearchParams
  /** The component in the URL's hash; '' for none. */
  anchor: string
  /** Changes URL parameters; null removes one. */
  setSearch: (change: Readonly<Record<string, string | null>>) => void
  /** Called when the dashboard was created or renamed and has another URL. */
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
