import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { advancedDataTypeConvert } from '#api/advanced-data-type.ts'
import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import { call } from '../../data/call.ts'
import { hasFeature } from '../../data/feature-flags.ts'

const restMs = 600

export type AdvancedValue = {
  /** How the value reads, once it is known. */
  display: string
  error: string | null
  /** Ids of the operators that the type takes; null until they are known. */
  operators: readonly string[] | null
}

/** What an advanced data type (IP, CIDR, port) makes of a value, once it has not changed for 600 ms. Null for a column without one. */
export const useAdvancedType = (named: string | null | undefined, comparator: unknown): AdvancedValue | null => {
  const type = hasFeature('ENABLE_ADVANCED_DATA_TYPES') ? named : null
  const values = asList(comparator)
  const key = JSON.stringify(values)
  const [rested, setRested] = useState(key)
  useEffect(() => {
    if (rested === key) return
    const timer = setTimeout(() => setRested(key), restMs)
    return () => clearTimeout(timer)
  }, [key, rested])
  const { data, isError } = useQuery({
    queryKey: ['advanced-data-type', type, rested],
    enabled: Boolean(type) && rested === key,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const asked = { type: type ?? '', values: values.length > 0 ? values : [''] }
      return (await call(advancedDataTypeConvert, { q: asked }, { signal })).result
    },
  })
  if (!type) return null
  if (isError) return { display: '', error: t('Failed to retrieve advanced type'), operators: null }
  if (rested !== key || !data) return { display: '', error: null, operators: null }
  return { display: data.display_value, error: data.error_message || null, operators: data.valid_filter_operators }
}
