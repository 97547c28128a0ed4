import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof CallError) || error.status === 0 || error.status === 502 || error.status === 503

/** Without a network a request fails and says so: the server may be on this very machine, and a paused one would leave an old picture under new controls. */
const networkMode = 'always'

/** What only the network denied is asked for again once it is back; TanStack Query leaves that out where it is asked regardless. */
const wasCutOff = ({ state: { error } }: { state: { error: unknown } }) => error instanceof CallError && error.status === 0

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 30_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: (query) => (wasCutOff(query) ? 'always' : false),
      retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
    },
    mutations: { networkMode, retry: false },
  },
})
