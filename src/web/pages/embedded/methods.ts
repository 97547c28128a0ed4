import { dashboardPermalinkCreate } from '#api/dashboard-links.ts'
import { effectiveForm } from '#core/filters/effective-form.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { maskOfValue } from '#core/filters/values/filter-value.ts'
import { faceOfConfig, tokensOfConfig } from '#core/theme/from-antd.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import { asRecord } from '#core/query/read.ts'
import { call } from '../../data/call.ts'
import { useTheme } from '../../theme/theme.ts'
import { useThemeTokens } from '../../theme/tokens.ts'
import { sharedParams } from '../dashboard/data/address.ts'
import { activeTabsOf } from '../dashboard/head/share-link.ts'
import { filtersOf, masksOnChart } from '../dashboard/state/derived.ts'
import type { Mount } from '../dashboard/state/mount.ts'
import type { DashboardStore } from '../dashboard/state/store.ts'

/** The size that the dashboard needs to be seen without scrolling. */
export const contentSize = (root: HTMLElement): { width: number; height: number } => {
  const scroller = root.querySelector('[data-stage]')
  const { clientHeight, clientWidth } = document.documentElement
  if (!scroller) return { width: clientWidth, height: clientHeight }
  const stage = scroller.firstElementChild
  const content = stage ? Math.ceil(stage.getBoundingClientRect().height) : scroller.scrollHeight
  return { width: Math.max(clientWidth, scroller.scrollWidth), height: clientHeight - scroller.clientHeight + content }
}

const permalink = async (store: DashboardStore, search: URLSearchParams, anchor: unknown): Promise<string> => {
  const state = store.getState()
  const body = {
    urlParams: sharedParams(search),
    dataMask: state.masks.applied,
    activeTabs: activeTabsOf(state),
    ...(typeof anchor === 'string' && anchor !== '' && { anchor }),
  }
  return (await call(dashboardPermalinkCreate, { params: { idOrName: String(state.serverFields.id) }, body })).url
}

/** The query contexts that the charts send now, by chart id. */
const chartPayloads = (store: DashboardStore, chartId: unknown): Record<string, unknown> => {
  const state = store.getState()
  const charts = Object.values(state.charts).filter(({ id }) => chartId === undefined || id === Number(chartId))
  return Object.fromEntries(
    charts.flatMap(({ id, form_data }) => {
      const chart = state.chartTypes[form_data.viz_type]
      if (!chart) return []
      const form = effectiveForm(form_data, {
        dashboardId: state.serverFields.id,
        masks: masksOnChart(state, id),
        urlParams: state.urlParams,
      })
      return [[String(id), buildQueryContext(form, (typed) => chart.buildQuery(typed))]]
    }),
  )
}

/** Sets values of filters by name or id, in force at once; filters that are not named keep theirs. @throws Error for an unknown name */
const setFilters = (store: DashboardStore, given: unknown): void => {
  const filters = filtersOf(store.getState()).filter(isFilter)
  const set = Object.entries(asRecord(given)).map(([name, value]) => {
    const filter = filters.find((one) => one.id === name || one.name === name)
    if (!filter) throw new Error(`There is no filter ${name}`)
    return [filter.id, maskOfValue(filter, value)] as const
  })
  store.getState().updateMasks((masks) => ({ applied: { ...masks.applied, ...Object.fromEntries(set) }, pending: {} }))
}

/** Superset's configuration: one theme, or one for each face. */
const setTheme = (given: unknown): void => {
  const config = asRecord(given)
  const isDark = useTheme.getState().name === 'dark'
  const face = config['theme_default'] === undefined ? config : (isDark && config['theme_dark']) || config['theme_default']
  useThemeTokens.setState({ tokens: tokensOfConfig(face) })
  const choice = faceOfConfig(face)
  if (choice) useTheme.getState().show(choice)
}

const setMode = (mode: unknown): void => useTheme.getState().show(mode === 'dark' ? 'dark' : mode === 'system' ? 'system' : 'light')

/** The methods that the page around may call. */
export const methodsOf = ({ store, root }: Mount, search: URLSearchParams): Record<string, (args: unknown) => unknown> => ({
  getScrollSize: () => (root.current ? contentSize(root.current) : { width: 0, height: 0 }),
  getDashboardPermalink: (args) => permalink(store, search, asRecord(args)['anchor']),
  getActiveTabs: () => activeTabsOf(store.getState()),
  getDataMask: () => store.getState().masks.applied,
  getChartStates: () =>
    Object.fromEntries(Object.values(store.getState().charts).map(({ id, form_data }) => [id, { viz_type: form_data.viz_type }])),
  getChartDataPayloads: (args) => chartPayloads(store, asRecord(args)['chartId']),
  setFilters: (args) => setFilters(store, asRecord(args)['filters']),
  setThemeConfig: (args) => setTheme(asRecord(args)['themeConfig']),
  setThemeMode: (args) => setMode(asRecord(args)['mode']),
})
