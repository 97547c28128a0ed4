import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof CallError) || error.status === 0 || error.status === 502 || error.status === 503

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
    },
    mutations: { retry: false },
  },
})
