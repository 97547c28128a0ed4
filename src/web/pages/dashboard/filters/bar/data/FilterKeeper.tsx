import { useEffect, useRef } from 'react'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { maskOfValue, valueAmong, valueWithin } from '#core/filters/values/filter-value.ts'
import { textOfValue } from '#core/filters/values/value-text.ts'
import { chosenMasks, receiveMask } from '#core/filters/values/pending-masks.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { useDashboard, useDashboardStore } from '../../../state/dashboard-context.ts'
import type { FilterOffer } from './filter-answer.ts'
import { useFilterOffer } from './use-filter-offer.ts'

const fit = (filter: NativeFilter, value: unknown, { options, isComplete, bounds }: FilterOffer): unknown =>
  filter.filterType === 'filter_range'
    ? bounds && valueWithin(value, bounds)
    : valueAmong(filter, value, { values: options.map((option) => option.value), isComplete })

const isSame = (a: unknown, b: unknown) => JSON.stringify(asList(a)) === JSON.stringify(asList(b))

/**
 * Keeps the value of a filter to what it offers: the first one where it takes that by itself, and none that its parents no longer allow.
 * What the dashboard was opened with stays, even where the data does not have it.
 */
export const FilterKeeper = ({ filter }: { filter: NativeFilter }) => {
  const store = useDashboardStore()
  const { offer, questionKey, isLoading, error } = useFilterOffer(filter)
  const hasNone = useDashboard(({ masks }) => chosenMasks(masks)[filter.id]?.filterState?.value === undefined)
  const settledFor = useRef<string | null>(null)
  useEffect(() => {
    if (isLoading) return
    const { masks, updateMasks } = store.getState()
    const value = chosenMasks(masks)[filter.id]?.filterState?.value
    const takesFirst = (controlsOf(filter).defaultToFirstItem || filter.requiredFirst) && hasNone
    if (error || questionKey === '') {
      // Charts that wait for a first value go on without it.
      if (takesFirst) updateMasks((present) => receiveMask(present, filter, maskOfValue(filter, null)))
      return
    }
    if (!offer) return
    const isAnother = settledFor.current !== null && settledFor.current !== questionKey
    settledFor.current = questionKey
    if (!takesFirst && !isAnother) return
    const next = fit(filter, value, offer)
    if (isSame(next, value) && !takesFirst) return
    const labelOf = (one: unknown) => offer.options.find((option) => option.value === one)?.label ?? textOfValue(one)
    const mask = maskOfValue(filter, next, { labelOf, excludedText: t('(excluded)') })
    updateMasks((present) => receiveMask(present, filter, mask))
  }, [store, filter, offer, questionKey, isLoading, error, hasNone])
  return null
}
