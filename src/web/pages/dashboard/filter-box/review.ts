import { t } from '#core/i18n/t.ts'
import { say } from '../../../ui/feedback/toast.ts'
import type { Host } from '../state/host.ts'
import type { DashboardStore } from '../state/store.ts'
import { migrated } from './boxes.ts'

/** Puts native filters in the place of the filter boxes, as one step that can be undone; a save keeps it. */
export const replaceBoxes = (store: DashboardStore): void => {
  const { history, charts, change, set } = store.getState()
  change(migrated(history.present, Object.values(charts)), t('Filter boxes replaced by filters'))
  set({ isFilterBarOpen: true, isFilterBarOpenInEdit: true })
}

/** Replaces them in edit mode, where the result is checked, saved or undone. */
export const startReview = (store: DashboardStore, setSearch: Host['setSearch']): void => {
  store.getState().setEditing(true)
  setSearch({ edit: 'true' })
  replaceBoxes(store)
  say(t('The filter boxes are filters of the filter bar now. Save to keep that.'), {
    action: { label: t('Undo'), run: () => store.getState().undo() },
  })
}
