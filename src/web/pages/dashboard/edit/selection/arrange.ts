import { equalizeHeights, equalizeWidths, fillRows } from '#core/layout/change/align.ts'
import { group, type GroupKind } from '#core/layout/change/group.ts'
import { remove } from '#core/layout/change/remove.ts'
import type { Layout, Outcome } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import type { DashboardStore } from '../../state/store.ts'
import { currentLayout, refusalText, removePart } from '../actions.ts'
import { setSelection } from './selection.ts'

export type Alignment = 'heights' | 'widths' | 'fill'

const aligned: Record<Alignment, (layout: Layout, ids: readonly string[]) => Layout | null> = {
  heights: equalizeHeights,
  widths: equalizeWidths,
  fill: fillRows,
}

const steps: Record<Alignment | 'group', (count: number) => string> = {
  group: (count) => t.plural(count, 'Grouped %(count)s component', 'Grouped %(count)s components'),
  heights: (count) => t.plural(count, 'Same height for %(count)s component', 'Same height for %(count)s components'),
  widths: (count) => t.plural(count, 'Same width for %(count)s component', 'Same width for %(count)s components'),
  fill: (count) => t.plural(count, 'Spread %(count)s component over its row', 'Spread %(count)s components over their rows'),
}

/** What grouping would give, for menus that say beforehand why it cannot be done. */
export const tryGroup = (store: DashboardStore, ids: readonly string[], kind: GroupKind): Outcome =>
  group(currentLayout(store), ids, kind, t('New header'))

export const groupParts = (store: DashboardStore, ids: readonly string[], kind: GroupKind): void => {
  const outcome = tryGroup(store, ids, kind)
  if (outcome.refused) return void say(refusalText(outcome.refused), { kind: 'warn' })
  store.getState().change({ layout: outcome.layout }, steps.group(ids.length))
  setSelection(store, [])
  store.getState().select(outcome.id)
}

export const tryAlign = (store: DashboardStore, ids: readonly string[], alignment: Alignment): Layout | null =>
  aligned[alignment](currentLayout(store), ids)

export const alignParts = (store: DashboardStore, ids: readonly string[], alignment: Alignment): void => {
  const layout = tryAlign(store, ids, alignment)
  if (layout) store.getState().change({ layout }, steps[alignment](ids.length))
  else say(refusalText('space'), { kind: 'warn' })
}

/** Removes components as one undo step. */
export const removeParts = (store: DashboardStore, ids: readonly string[]): void => {
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return removePart(store, only)
  const layout = ids.reduce(remove, currentLayout(store))
  store.getState().change({ layout }, t.plural(ids.length, 'Removed %(count)s component', 'Removed %(count)s components'))
  setSelection(store, [])
}
