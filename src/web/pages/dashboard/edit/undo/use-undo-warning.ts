import { useEffect } from 'react'
import { isFull } from '#core/layout/history.ts'
import { t } from '#core/i18n/t.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { useDashboardStore } from '../../state/dashboard-context.ts'
import type { DashboardStore } from '../../state/store.ts'

/** Warns when the last undo slot is used. Returns what ends the watch. */
export const watchUndoSlots = (store: DashboardStore): (() => void) =>
  store.subscribe(({ history }, before) => {
    if (!isFull(history) || history.past.length <= before.history.past.length) return
    say(
      t(
        'You have used all %(historyLength)s undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
        { historyLength: history.maxSteps },
      ),
      { kind: 'warn' },
    )
  })

export const useUndoWarning = () => {
  const store = useDashboardStore()
  useEffect(() => watchUndoSlots(store), [store])
}
