import { createContext, use } from 'react'

/** What a dashboard needs of the page around it, which may hold other things and other dashboards. */
export type Host = {
  /** The parameters of the dashboard's address. */
  search: URLSearchParams
  /** The component that the address points to; empty for none. */
  anchor: string
  /** Changes parameters of the address in place; null takes one away. */
  setSearch: (change: Readonly<Record<string, string | null>>) => void
  /** The dashboard was stored or renamed and has another address now. */
  onMoved: (path: string) => void | Promise<void>
  /** Told whether there are changes that leaving would lose; without it the dashboard itself asks before its page is left. */
  onUnsaved?: (isUnsaved: boolean) => void
  onTitle: (title: string) => void
}

export const HostContext = createContext<Host | null>(null)

export const useHost = (): Host => {
  const host = use(HostContext)
  if (!host) throw new Error('used outside a dashboard')
  return host
}
