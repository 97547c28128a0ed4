import { useState } from 'react'
import { useDashboard } from './dashboard-context.ts'
import type { DashboardState } from './store.ts'

const keepSame = () => {
  let last: readonly unknown[] = []
  return <T>(next: readonly T[]): readonly T[] => {
    const isSame = next.length === last.length && next.every((item, i) => item === last[i])
    if (!isSame) last = next
    return isSame ? (last as readonly T[]) : next
  }
}

/** Selects a list; returns the same array as long as its items are the same. */
export const useList = <T>(select: (state: DashboardState) => readonly T[]): readonly T[] => {
  const [same] = useState(keepSame)
  return useDashboard((state) => same(select(state)))
}
