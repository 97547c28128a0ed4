import type { QueryClient } from '@tanstack/react-query'
import { readAddress, type Address } from './address.ts'
import { loadDashboard, type Loaded } from './load.ts'

const keyOf = (idOrSlug: string) => ['prefetched dashboard', idOrSlug] as const

/** How long a response waits for its page. */
const waitMs = 30_000

const prefetch = (idOrSlug: string, address: Address) => ({
  queryKey: keyOf(idOrSlug),
  queryFn: ({ signal }: { signal: AbortSignal }) => loadDashboard(idOrSlug, address, { signal }),
  staleTime: waitMs,
  gcTime: waitMs,
  retry: false,
})

type Place = Pick<Location, 'pathname' | 'search'>

/** Requests the dashboard that the address names, while the page still finds out who is signed in. */
export const prefetchDashboard = (client: QueryClient, { pathname, search }: Place = window.location) => {
  const [, part] = /\/dashboard\/(?!(?:list|new)\/?$)([^/]+)\/?$/.exec(pathname) ?? []
  if (part) void client.prefetchQuery(prefetch(decodeURIComponent(part), readAddress(new URLSearchParams(search))))
}

/** The response of the early request, once: opening the dashboard again loads it again. Null if there was none. */
export const takePrefetched = async (client: QueryClient, idOrSlug: string, address: Address): Promise<Loaded | null> => {
  const queryKey = keyOf(idOrSlug)
  if (!client.getQueryState(queryKey)) return null
  try {
    return await client.fetchQuery(prefetch(idOrSlug, address))
  } finally {
    client.removeQueries({ queryKey })
  }
}
