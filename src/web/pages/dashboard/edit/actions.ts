import { changesScope } from '#core/filters/scope/scope-change.ts'
import type { Scope } from '#core/filters/scope/scope.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { gridId, type ComponentType, type Layout, type Meta, type Place, type Refusal } from '#core/layout/component.ts'
import type { Dragged } from '#core/layout/drag/drop-target.ts'
import type { NewComponent } from '#core/layout/change/create.ts'
import { moveAll } from '#core/layout/change/move-all.ts'
import { endOf, placesAfter } from '#core/layout/change/places.ts'
import { duplicate } from '#core/layout/change/duplicate.ts'
import { remove } from '#core/layout/change/remove.ts'
import { resize } from '#core/layout/change/resize.ts'
import { topTabs, withMeta } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { elementOf, type Mount } from '../state/mount.ts'
import { boxFiltersOf, filtersOf, openTabOf } from '../state/derived.ts'
import { nameOf } from '../state/draft.ts'
import { placed, describeStep } from './steps.ts'
import type { DashboardState, DashboardStore } from '../state/store.ts'

export const refusalText = (refusal: Refusal): string => {
  const texts: Record<Refusal, () => string> = {
    space: () => t('There is not enough space for this component. Try decreasing its width, or increasing the destination width.'),
    'top-level tab': () => t('Can not move top level tab into nested tabs'),
    place: () => t('This component cannot stand there.'),
  }
  return texts[refusal]()
}

export const currentLayout = (store: DashboardStore): Layout => store.getState().history.present.layout

/** The scopes of all filters, also of those in filter boxes. */
const scopesOf = (state: DashboardState): Scope[] =>
  [...filtersOf(state).filter(isFilter), ...boxFiltersOf(state)].map(({ scope }) => scope)

/** Moves or adds a component as one undo step and returns its id. Shows a toast and returns null if it cannot be placed there. */
export const placePart = (store: DashboardStore, dragged: Dragged, place: Place): string | null => {
  const before = currentLayout(store)
  const outcome = placed(before, dragged, place)
  if (outcome.refused) {
    say(refusalText(outcome.refused), { kind: 'warn' })
    return null
  }
  const { layout, id } = outcome
  store.getState().change({ layout }, describeStep('id' in dragged ? 'moved' : 'added', layout, id))
  store.getState().select(id)
  store.getState().reveal(id)
  if ('id' in dragged) warnOfScope(store, before)
  return id
}

const warnOfScope = (store: DashboardStore, before: Layout) => {
  if (changesScope(before, currentLayout(store), scopesOf(store.getState())))
    say(t('This chart has been moved to a different filter scope.'))
}

/** Moves components to the end of a container as one undo step. */
export const moveParts = (store: DashboardStore, ids: readonly string[], parent: string): void => {
  const before = currentLayout(store)
  const outcome = moveAll(before, ids, parent)
  if (outcome.refused) return void say(refusalText(outcome.refused), { kind: 'warn' })
  const { layout, id } = outcome
  const words = t.plural(ids.length, 'Moved %(count)s component', 'Moved %(count)s components')
  store.getState().change({ layout }, ids.length === 1 ? describeStep('moved', layout, id) : words)
  store.getState().select(id)
  store.getState().reveal(id)
  warnOfScope(store, before)
}

/** Inserts a copy with its content after the original, as one undo step. */
export const duplicatePart = (mount: Placing, id: string) => {
  const { store } = mount
  const before = currentLayout(store)
  const outcome = duplicate(before, id)
  if (outcome.refused) {
    say(refusalText(outcome.refused), { kind: 'warn' })
    return
  }
  const isTab = before[id]?.type === 'TAB'
  const layout = isTab ? withMeta(outcome.layout, outcome.id, { text: t('%s (copy)', [nameOf(before, id)]) }) : outcome.layout
  store.getState().change({ layout }, describeStep('duplicated', before, id))
  store.getState().select(outcome.id)
  store.getState().reveal(outcome.id)
  bringIntoSight(mount, outcome.id)
}

export const removePart = (store: DashboardStore, id: string) => {
  const before = currentLayout(store)
  const words = describeStep('removed', before, id)
  const layout = remove(before, id)
  if (layout === before) return
  store.getState().change({ layout }, words)
}

export const changeMeta = (store: DashboardStore, id: string, meta: Meta, action: 'renamed' | 'changed' = 'changed') => {
  const layout = withMeta(currentLayout(store), id, meta)
  store.getState().change({ layout }, describeStep(action, layout, id))
}

type Size = { width?: number; height?: number }

/** Shows a component in a size, within its bounds, while it is being resized. */
export const showSize = (store: DashboardStore, id: string, wanted: Size) => {
  const { width, height } = resize(currentLayout(store), id, wanted)[id]?.meta ?? {}
  store.getState().set({ resizing: { id, size: { ...(width !== undefined && { width }), ...(height !== undefined && { height }) } } })
}

export const resizePart = (store: DashboardStore, id: string, size: Size) => {
  const layout = resize(currentLayout(store), id, size)
  store.getState().change({ layout }, describeStep('resized', layout, id))
  store.getState().set({ resizing: null })
}

type Shown = { layout: Layout; openTabs: DashboardState['openTabs'] }

/** The visible container: the open top-level tab, or the grid. */
export const openContainer = ({ layout, openTabs }: Shown): string => {
  const tabs = topTabs(layout)
  return (tabs && openTabOf({ layout, openTabs }, tabs.id)) ?? gridId
}

/** The innermost open tab at the end of a container, or the container itself. */
const innermost = (state: Shown, container: string): string => {
  const last = state.layout[container]?.children.at(-1) ?? ''
  const tab = state.layout[last]?.type === 'TABS' ? openTabOf(state, last) : undefined
  return tab ? innermost(state, tab) : container
}

type Placing = Pick<Mount, 'store' | 'root'>

export const bringIntoSight = (mount: Placing, id: string) =>
  requestAnimationFrame(() => elementOf(mount, id)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }))

/**
 * Where a component is added without dragging: into the open tab of chosen tabs, after another chosen component, or after its row, or
 * at the end of the visible container.
 */
export const placesToAdd = (store: DashboardStore, type: ComponentType | null): Place[] => {
  const { selectedId, openTabs } = store.getState()
  const layout = currentLayout(store)
  const shown = { layout, openTabs }
  const isTabs = type === 'TABS'
  const container = isTabs ? openContainer(shown) : innermost(shown, openContainer(shown))
  const tab = selectedId && layout[selectedId]?.type === 'TABS' && !isTabs ? openTabOf(shown, selectedId) : undefined
  return [...(tab ? [endOf(layout, tab)] : []), ...(selectedId ? placesAfter(layout, selectedId) : []), endOf(layout, container)]
}

/** Adds a component without dragging. */
export const addPart = (mount: Placing, dragged: NewComponent): string | null => {
  const { store } = mount
  const layout = currentLayout(store)
  const places = placesToAdd(store, dragged.type)
  const place = places.find((one) => !placed(layout, dragged, one).refused) ?? places.at(-1)
  const id = place ? placePart(store, dragged, place) : null
  if (id) bringIntoSight(mount, id)
  return id
}
