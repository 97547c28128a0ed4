import { t } from '#core/i18n/t.ts'
import { parentOf } from '#core/layout/tree.ts'
import { confirm } from '../../../../ui/overlay/confirm.ts'
import type { DashboardStore } from '../../state/store.ts'
import { currentLayout, removePart } from '../actions.ts'

/** Removes a tab with its content, after a confirmation unless it is empty. Opens the tab before it. */
export const askToRemoveTab = async (store: DashboardStore, id: string) => {
  const layout = currentLayout(store)
  const tabs = parentOf(layout, id)
  const isEmpty = layout[id]?.children.length === 0
  const yes =
    isEmpty ||
    (await confirm({
      title: t('Delete dashboard tab?'),
      text: t(
        'Deleting a tab will remove all content within it. You may still reverse this action with the undo button (cmd + z) until you save your changes.',
      ),
      action: t('DELETE'),
      danger: true,
    }))
  if (!yes) return
  const at = tabs?.children.indexOf(id) ?? -1
  const next = tabs?.children[at - 1] ?? tabs?.children[at + 1]
  removePart(store, id)
  if (tabs && next) store.getState().openTab(tabs.id, next)
}
