import { readObject } from '#core/encoding/read-object.ts'
import { isLinked, masksInText, queryParams } from '#core/filters/address/state-params.ts'
import { startMasks, type DataMask, type DataMasks } from '#core/filters/data-mask.ts'
import { isWaitingForValues } from '#core/filters/masks.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { masksOn, reachOf } from '#core/filters/reach.ts'
import { hasStickyFilters, readStickyMasks } from '#core/filters/values/sticky-masks.ts'
import { preselectedMasks } from '#core/filters/values/preselect.ts'
import { readMasks } from '#core/filters/wire.ts'
import type { Layout } from '#core/layout/component.ts'
import { pathTo } from '#core/layout/tree.ts'
import { asList } from '#core/query/read.ts'
import type { Principal } from '#core/access/principal.ts'
import { stickyValue } from '../sticky-filters.ts'
import type { Context } from '../../../context.ts'
import { getValue } from '../../../db/key-values.ts'
import type { DashboardView } from './view.ts'

/** The state in which a URL opens a dashboard. */
export type OpeningState = {
  urlParams: Record<string, string>
  masks: DataMasks
  masksOnChart: (chartId: number) => readonly DataMask[]
  /** Whether a chart waits for a filter that takes its first value by itself. */
  isWaiting: (chartId: number) => boolean
  /** The tab of a tabs component that is open. */
  openTab: (tabs: string) => string | undefined
}

type Linked = { masks: DataMasks; activeTabs: readonly string[] }

/** The state behind a link; none if its key is unknown or belongs to another dashboard. */
const readLinked = async (ctx: Context, { id, uuid }: DashboardView, search: URLSearchParams): Promise<Linked> => {
  const given = masksInText(search.get('native_filters'))
  if (given) return { masks: readMasks(given), activeTabs: [] }
  const [permalink, filterState] = [search.get('permalink_key'), search.get('native_filters_key')]
  if (permalink) {
    const found = await getValue(ctx, 'dashboard_permalink', permalink)
    const { dashboardId, state } = readObject(found?.value ?? null)
    const { dataMask, activeTabs } = (dashboardId === uuid ? state : {}) as Record<string, unknown>
    return { masks: readMasks(dataMask), activeTabs: asList<string>(activeTabs) }
  }
  const found = filterState ? await getValue(ctx, 'filter_state', `${id}/${filterState}`) : null
  return { masks: readMasks(readObject(found?.value ?? null)), activeTabs: [] }
}

const tabsOpenedBy = (layout: Layout, tabs: readonly string[]): ReadonlySet<string> =>
  new Set(tabs.flatMap((tab) => [...pathTo(layout, tab), tab]))

/** Reads the state from the URL's parameters, as the browser does when it opens the dashboard. */
export const readState = async (
  { ctx, principal }: { ctx: Context; principal: Principal },
  view: DashboardView,
  search: URLSearchParams,
): Promise<OpeningState> => {
  const { layout, metadata } = view
  const native = view.filters.filter(isFilter)
  const filters = [...native, ...view.boxFilters]
  const linked = await readLinked(ctx, view, search)
  const preselected = search.get('preselect_filters')
  const sticky = isLinked(search) || !hasStickyFilters(metadata) ? {} : readStickyMasks(native, await stickyValue(ctx, principal, view.id))
  const given = { ...sticky, ...(preselected && preselectedMasks(filters, readObject(preselected))), ...linked.masks }
  const masks = startMasks(filters, given)
  const reach = reachOf(layout, filters, metadata)
  const waiting = native.filter(
    (filter) => filter.filterType === 'filter_select' && isWaitingForValues({ applied: masks, pending: {} }, [filter]),
  )
  const opened = tabsOpenedBy(layout, linked.activeTabs)
  return {
    urlParams: queryParams(search),
    masks,
    masksOnChart: (chartId) => masksOn(chartId, masks, reach),
    isWaiting: (chartId) => waiting.some(({ id }) => reach(id).has(chartId)),
    openTab: (tabs) => {
      const children = layout[tabs]?.children ?? []
      return children.find((tab) => opened.has(tab)) ?? children[0]
    },
  }
}
