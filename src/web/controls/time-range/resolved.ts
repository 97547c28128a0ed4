import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timeRange } from '#api/time-range.ts'
import { call } from '../../data/call.ts'
import { noFilter } from '#core/time/range/frame.ts'

const later = 500

/** A value after it rested for half a second. */
const useRested = (value: string): string => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === rested) return
    const timer = setTimeout(() => setRested(value), later)
    return () => clearTimeout(timer)
  }, [value, rested])
  return rested
}

export const resolvedRange = (value: string) =>
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

/** The actual range that the server makes of a text; nothing is asked for no filter. An error says why it is none. */
export const useResolvedRange = (value: string, enabled = true) => {
  const rested = useRested(value)
  return useQuery({ ...resolvedRange(rested), enabled: enabled && rested === value && rested !== '' && rested !== noFilter })
}
