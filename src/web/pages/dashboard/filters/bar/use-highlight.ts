import { useEffect, useMemo, useRef } from 'react'
import { useDashboardStore } from '../../state/dashboard-context.ts'

const highlightRestMs = 250

/** While the pointer or the focus rests on a filter, the charts outside its scope fade. */
export const useHighlight = (filterId: string) => {
  const store = useDashboardStore()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const clear = useMemo(
    () => () => {
      clearTimeout(timer.current)
      if (store.getState().highlightedFilter === filterId) store.getState().set({ highlightedFilter: null })
    },
    [store, filterId],
  )
  useEffect(() => clear, [clear])
  const show = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => store.getState().set({ highlightedFilter: filterId }), highlightRestMs)
  }
  return { onPointerEnter: show, onPointerLeave: clear, onFocus: show, onBlur: clear }
}
