import { isWaitingForValues } from '#core/filters/masks.ts'
import { isFilter, readFilters, type FilterItem, type NativeFilter } from '#core/filters/native-filter.ts'
import { masksOn, reachOf, type Reach } from '#core/filters/reach.ts'
import type { Layout } from '#core/layout/component.ts'
import { isUnsaved } from '#core/layout/history.ts'
import { chartsIn, withMeta } from '#core/layout/tree.ts'
import { asRecord } from '#core/query/read.ts'
import { remembered } from '#core/query/remembered.ts'
import { hasFeature } from '../../../data/feature-flags.ts'
import type { BoxFilters } from '../data/box-filters.ts'
import type { Properties } from '../data/record.ts'
import type { DashboardState, Resizing } from './store.ts'

/*
 * Values derived from the base state. Each function returns the same object as long as its inputs are the same,
 * so that a component that selects it renders only when it changed.
 */

type Metadata = Properties['metadata']

/** Whether anything is not saved: a step that is not undone, or a state other than the stored one. */
export const hasChanges = ({ history, savedDraft }: Pick<DashboardState, 'history' | 'savedDraft'>): boolean =>
  isUnsaved(history) || history.present !== savedDraft

const resized = remembered((layout: Layout) => remembered(({ id, size }: Resizing) => withMeta(layout, id, size)))

type Drawn = Pick<DashboardState, 'history' | 'resizing' | 'isEditing' | 'visibleLayout' | 'masks'>

/** The layout as drawn: without what is hidden from viewers, and with the size of a component that is being resized. */
export const layoutOf = ({ history, resizing, isEditing, visibleLayout, masks }: Drawn): Layout => {
  const { layout } = history.present
  if (visibleLayout && !isEditing) return visibleLayout(layout, masks.applied)
  return resizing ? resized(layout)(resizing) : layout
}

const noFilters: readonly FilterItem[] = []
const filtersIn = remembered((configuration: readonly unknown[]): readonly FilterItem[] => readFilters(configuration))

const filtersOfMetadata = (metadata: Metadata): readonly FilterItem[] => {
  const configuration = hasFeature('DASHBOARD_NATIVE_FILTERS') ? metadata['native_filter_configuration'] : undefined
  return Array.isArray(configuration) ? filtersIn(configuration) : noFilters
}

export const filtersOf = ({ history }: Pick<DashboardState, 'history'>): readonly FilterItem[] =>
  filtersOfMetadata(history.present.properties.metadata)

/** Whether there is a filter of the bar; dividers alone are nothing to show. */
export const hasFilters = (state: Pick<DashboardState, 'history'>): boolean => filtersOf(state).some(isFilter)

/** Whether the bar beside the charts shows its filters, instead of how many apply. */
export const isFilterBarShown = (state: Pick<DashboardState, 'isEditing' | 'isFilterBarOpen' | 'isFilterBarOpenInEdit'>): boolean =>
  state.isEditing ? state.isFilterBarOpenInEdit : state.isFilterBarOpen

/** Whether a click on a chart filters the others. */
export const hasCrossFilters = ({ history }: Pick<DashboardState, 'history'>): boolean =>
  hasFeature('DASHBOARD_CROSS_FILTERS') && history.present.properties.metadata['cross_filters_enabled'] !== false

/** Whether the filter bar is a row above the charts. */
export const isBarHorizontal = ({ history }: Pick<DashboardState, 'history'>): boolean =>
  hasFeature('HORIZONTAL_FILTER_BAR') && history.present.properties.metadata['filter_bar_orientation'] === 'HORIZONTAL'

const reachIn = remembered((layout: Layout) =>
  remembered((metadata: Metadata) =>
    remembered((boxFilters: BoxFilters) => reachOf(layout, [...filtersOfMetadata(metadata), ...boxFilters(metadata)], metadata)),
  ),
)

type Reaching = Pick<DashboardState, 'history' | 'boxFilters'>

/** The filters of filter boxes. */
export const boxFiltersOf = ({ history, boxFilters }: Reaching): readonly NativeFilter[] => boxFilters(history.present.properties.metadata)

export const reachOfMasks = ({ history, boxFilters }: Reaching): Reach => {
  const { layout, properties } = history.present
  return reachIn(layout)(properties.metadata)(boxFilters)
}

/** The masks that apply to a chart now. */
export const masksOnChart = (state: Reaching & Pick<DashboardState, 'masks'>, chartId: number) =>
  masksOn(chartId, state.masks.applied, reachOfMasks(state))

/** Whether a filter is highlighted that does not reach this chart. */
export const isOutOfHighlight = (state: Reaching & Pick<DashboardState, 'highlightedFilter'>, chartId: number): boolean =>
  state.highlightedFilter !== null && !reachOfMasks(state)(state.highlightedFilter).has(chartId)

/** Whether a filter is highlighted that reaches a chart of this tab. */
export const isTabHighlighted = (state: Reaching & Pick<DashboardState, 'highlightedFilter'>, tab: string): boolean => {
  const { history, highlightedFilter } = state
  return highlightedFilter !== null && chartsIn(history.present.layout, tab).some((id) => reachOfMasks(state)(highlightedFilter).has(id))
}

/** Whether a chart waits for a filter that takes its first value by itself. */
export const waitsForFilter = (state: Reaching & Pick<DashboardState, 'masks'>, chartId: number): boolean =>
  filtersOf(state).some(
    (item) =>
      isFilter(item) &&
      item.filterType === 'filter_select' &&
      isWaitingForValues(state.masks, [item]) &&
      reachOfMasks(state)(item.id).has(chartId),
  )

/** Whether the description of a chart is open: as chosen on this visit, else as saved with the dashboard. */
export const isDescriptionShown = (
  { history, shownDescriptions }: Pick<DashboardState, 'history' | 'shownDescriptions'>,
  chartId: number,
) => shownDescriptions[chartId] ?? Boolean(asRecord(history.present.properties.metadata['expanded_slices'])[String(chartId)])

const labelColorsIn = remembered((metadata: Metadata) => ({
  ...asRecord(metadata['shared_label_colors']),
  ...asRecord(metadata['label_colors']),
}))

/** Label colours set by the author. */
export const labelColorsOf = ({ history }: Pick<DashboardState, 'history'>) => labelColorsIn(history.present.properties.metadata)

/** The tab of a tabs component that is open: the chosen one, else the first. */
export const openTabOf = (
  { layout, openTabs }: { layout: Layout; openTabs: DashboardState['openTabs'] },
  tabs: string,
): string | undefined => {
  const children = layout[tabs]?.children ?? []
  const chosen = openTabs[tabs]
  return chosen && children.includes(chosen) ? chosen : children[0]
}
