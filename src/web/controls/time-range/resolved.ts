import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timeRange } from '#api/time-range.ts'
import { call } from '../../data/call.ts'
import { noFilter } from '#core/time/range/frame.ts'

const restMs = 500

/** A value after it has not changed for half a second. */
const useRested = (value: string): string => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === rested) return
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, rested])
  return rested
}

const resolvedRange = (value: string) =>
  queryOptions({
    queryKey: ['time-range', value],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { result } = await call(timeRange, { q: value }, { signal })
      const [found] = result
      return { range: { since: found?.since ?? '', until: found?.until ?? '' } }
    },
  })

/** The actual range that the server reads from a text; nothing is requested for no filter. An error says why it is none. */
export const useResolvedRange = (value: string, enabled = true) => {
  const rested = useRested(value)
  const isAsked = enabled && rested === value && rested !== '' && rested !== noFilter
  const { data, error } = useQuery({ ...resolvedRange(rested), enabled: isAsked })
  // While a text has not rested, the query still holds the response to the one before.
  return isAsked ? { data, error } : { data: undefined, error: null }
}
