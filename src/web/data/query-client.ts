import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const isRetryable = (error: unknown) => !(error instanceof CallError) || error.status === 0 || error.status === 502 || error.status === 503

/** Requests are sent even when the browser is offline: the server may run on this machine, and a paused request would leave an old picture under new controls. */
const networkMode = 'always'

/** With `networkMode: 'always'` TanStack Query does not refetch on reconnect by itself. */
const failedOffline = ({ state: { error } }: { state: { error: unknown } }) => error instanceof CallError && error.status === 0

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 30_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: (query) => (failedOffline(query) ? 'always' : false),
      retry: (failures, error) => failures < 2 && isRetryable(error),
    },
    mutations: { networkMode, retry: false },
  },
})
