import { isSame } from '#core/filters/masks.ts'
import { withoutFilters } from '#core/filters/settings/dependencies.ts'
import { isFilter, type FilterItem } from '#core/filters/native-filter.ts'

/** Groups of settings that are switched on before they hold anything. */
export type Section = 'default' | 'dependencies' | 'preFilter' | 'sort' | 'single' | 'scope'

/** The filters and dividers of a dashboard while they are edited. */
export type ConfigState = {
  /** In their order, removed ones included. */
  items: readonly FilterItem[]
  selected: string | null
  /** A removal is pending for a while, then the item leaves the list. */
  removed: Readonly<Record<string, 'pending' | 'final'>>
  opened: Readonly<Record<string, readonly Section[]>>
}

export const startConfig = (items: readonly FilterItem[]): ConfigState => ({
  items,
  selected: items[0]?.id ?? null,
  removed: {},
  opened: {},
})

export const selectItem = (state: ConfigState, selected: string): ConfigState => ({ ...state, selected })

export const addItem = (state: ConfigState, item: FilterItem): ConfigState => ({
  ...state,
  items: [...state.items, item],
  selected: item.id,
})

export const changeItem = (state: ConfigState, item: FilterItem): ConfigState => ({
  ...state,
  items: state.items.map((one) => (one.id === item.id ? item : one)),
})

export const openSection = (state: ConfigState, id: string, { section, isOpen }: { section: Section; isOpen: boolean }): ConfigState => {
  const others = (state.opened[id] ?? []).filter((one) => one !== section)
  return { ...state, opened: { ...state.opened, [id]: isOpen ? [...others, section] : others } }
}

/** The items that the list shows. */
export const listedItems = ({ items, removed }: ConfigState): FilterItem[] => items.filter(({ id }) => removed[id] !== 'final')

/** Puts the listed items in this order; removed ones that are not listed go behind them. */
export const reorderItems = (state: ConfigState, ids: readonly string[]): ConfigState => {
  const place = ({ id }: FilterItem) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return { ...state, items: state.items.toSorted((a, b) => place(a) - place(b)) }
}

export const removeItem = (state: ConfigState, id: string): ConfigState => ({ ...state, removed: { ...state.removed, [id]: 'pending' } })

export const restoreItem = (state: ConfigState, id: string): ConfigState => {
  const { [id]: _restored, ...removed } = state.removed
  return { ...state, removed, selected: id }
}

/** Takes an item whose removal was not undone out of the list. It can be restored for as long as it is selected. */
export const finalizeRemoval = (state: ConfigState, id: string): ConfigState =>
  state.removed[id] === 'pending' ? { ...state, removed: { ...state.removed, [id]: 'final' } } : state

/** The items that a save keeps: nothing depends on removed ones any more. */
export const keptItems = ({ items, removed }: ConfigState): FilterItem[] => {
  const gone = Object.keys(removed)
  return items.flatMap((item): FilterItem[] => (isFilter(item) ? withoutFilters([item], gone) : gone.includes(item.id) ? [] : [item]))
}

/** Ids of the kept items that are new or differ from what is stored. */
export const changedItems = (state: ConfigState, stored: readonly FilterItem[]): string[] => {
  const before = new Map(stored.map((item) => [item.id, item]))
  return keptItems(state)
    .filter((item) => !isSame(item, before.get(item.id)))
    .map(({ id }) => id)
}

/** Whether saving would change anything. */
export const isConfigChanged = (state: ConfigState, stored: readonly FilterItem[]): boolean => !isSame(keptItems(state), stored)
