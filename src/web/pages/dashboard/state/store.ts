import { create as createStore } from 'zustand'
import { chosenItems, pressed, type Pressed } from '#core/filters/cross-filter.ts'
import { startMasks, type DataMasks } from '#core/filters/data-mask.ts'
import type { Around } from '#core/filters/effective-form.ts'
import { isFilter, readFilters, type FilterItem } from '#core/filters/native-filter.ts'
import { reachOf } from '#core/filters/reach.ts'
import type { Layout } from '#core/layout/component.ts'
import { readLayout } from '#core/layout/read.ts'
import { resize } from '#core/layout/resize.ts'
import { pathTo } from '#core/layout/tree.ts'
import { withCharts } from '#core/layout/with-charts.ts'
import { t } from '#core/i18n/t.ts'
import { isFull, record as recordStep, redo, restart, startHistory, undo, type History } from '#core/undo/history.ts'
import { asRecord, asText } from '#core/query/read.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { say } from '../../../ui/feedback/toast.ts'
import type { Address } from '../data/address.ts'
import type { Loaded } from '../data/load.ts'
import { loadChartTypes, type ChartTypes } from '../data/chart-types.ts'
import { readProperties, type CardChart, type DashboardRecord, type DatasetRecord, type Properties } from '../data/record.ts'
import type { Draft } from './draft.ts'

type Sizing = { id: string; width?: number; height?: number }

/** Superset's limit. */
const maxUndoSteps = 50

/** What is kept at the server, as far as it is not edited here. */
type Kept = Pick<DashboardRecord, 'id' | 'uuid' | 'published' | 'changed_by' | 'changed_on_utc' | 'is_managed_externally'> & {
  etag: string | null
}

export type DashboardState = {
  kept: Kept
  charts: Readonly<Record<number, CardChart>>
  chartTypes: ChartTypes
  datasets: Readonly<Record<string, DatasetRecord>>
  history: History<Draft>
  /** As it was last saved. */
  savedDraft: Draft
  /** The layout that is drawn: the present one, with the size that a knob is being dragged to. */
  layout: Layout
  mayEdit: boolean
  /** What the address leaves out. */
  hides: Address['hides']
  isEditing: boolean
  /** The component that is chosen while editing. */
  chosen: string | null
  filters: readonly FilterItem[]
  masks: DataMasks
  /** What reaches charts: masks, scopes, address, colours. */
  around: Around
  /** The open tab of each tabs component. */
  open: Readonly<Record<string, string>>
  /** The card that covers the window. */
  fullSize: string | null
  /** Seconds between refreshes, chosen for this visit; null = as the dashboard says. */
  refreshEvery: number | null

  change: (draft: Partial<Draft>, words: string) => void
  changeProperties: (patch: Partial<Properties>, words: string) => void
  undo: () => void
  redo: () => void
  size: (sizing: Sizing | null) => void
  edit: (isEditing: boolean) => void
  /** Takes all changes back; gives what brings them again. */
  discard: () => () => void
  choose: (id: string | null) => void
  /** Stored for the first time, as the draft is: discarding comes back to that, and undo still goes behind it. */
  stored: (kept: Partial<Kept>, draft: Draft) => void
  saved: (kept: Partial<Kept>, properties?: Partial<Properties>) => void
  setKept: (kept: Partial<Kept>) => void
  addCharts: (charts: CardChart[], datasets?: DatasetRecord[]) => void
  press: (chartId: number, item: Pressed | null) => void
  clearMask: (id: string) => void
  openTab: (tabs: string, tab: string) => void
  /** Opens every tab on the way to a component. */
  reveal: (id: string) => void
  showFullSize: (id: string | null) => void
  setRefreshEvery: (seconds: number) => void
}

const keptOf = ({ record, etag }: Pick<Loaded, 'record' | 'etag'>): Kept => {
  const { id, uuid, published, changed_by, changed_on_utc, is_managed_externally } = record
  return { id, uuid, published, changed_by, changed_on_utc, is_managed_externally, etag }
}

const byId = <T, K extends string | number>(list: readonly T[], key: (item: T) => K): Readonly<Record<K, T>> =>
  Object.fromEntries(list.map((item) => [key(item), item])) as Record<K, T>

const opened = (layout: Layout, open: Readonly<Record<string, string>>, tab: string): Readonly<Record<string, string>> =>
  pathTo(layout, tab)
    .concat(tab)
    .reduce((next, id) => {
      const parent = pathTo(layout, id).at(-1)
      return layout[id]?.type === 'TAB' && parent ? { ...next, [parent]: id } : next
    }, open)

export type Opening = Loaded & Pick<Address, 'urlParams' | 'hides'> & { mayEdit: boolean; isEditing: boolean }

/** The state of one dashboard page, from what the server and the address say. */
export const createDashboard = (loaded: Opening) =>
  createStore<DashboardState>((set, get) => {
    const layout = withCharts(readLayout(readObject(loaded.record.position_json)), loaded.charts)
    const properties = readProperties(loaded.record)
    const filters = readFilters(properties.metadata['native_filter_configuration'])
    const masks = startMasks(filters.filter(isFilter), loaded.masks)

    const aroundOf = (state: Pick<DashboardState, 'kept' | 'layout' | 'masks' | 'filters'>, { metadata }: Properties): Around => ({
      dashboardId: state.kept.id,
      masks: state.masks,
      reach: reachOf(state.layout, state.filters, metadata, state.masks),
      urlParams: loaded.urlParams,
      colorScheme: asText(metadata['color_scheme']),
      labelColors: { ...asRecord(metadata['shared_label_colors']), ...asRecord(metadata['label_colors']) } as Record<string, string>,
    })

    /** Puts a history in force, with what is drawn from it. */
    const present = (history: History<Draft>) => {
      const draft = history.present
      const configured = readFilters(draft.properties.metadata['native_filter_configuration'])
      const next = { kept: get().kept, layout: draft.layout, masks: get().masks, filters: configured }
      const isGone = get().chosen !== null && !draft.layout[get().chosen ?? '']
      set({ history, layout: draft.layout, filters: configured, around: aroundOf(next, draft.properties), ...(isGone && { chosen: null }) })
    }
    const remask = (next: DataMasks) => {
      const state = { ...get(), masks: next }
      set({ masks: next, around: aroundOf(state, state.history.present.properties) })
    }
    const start = loaded.activeTabs.reduce((open, tab) => opened(layout, open, tab), {} as Readonly<Record<string, string>>)

    const keptAtFirst = keptOf(loaded)
    return {
      kept: keptAtFirst,
      charts: byId(loaded.charts, ({ id }) => id),
      chartTypes: loaded.chartTypes,
      datasets: byId(loaded.datasets, ({ uid }) => uid),
      history: startHistory({ layout, properties }, maxUndoSteps),
      savedDraft: { layout, properties },
      layout,
      mayEdit: loaded.mayEdit,
      hides: loaded.hides,
      isEditing: loaded.isEditing,
      chosen: null,
      filters,
      masks,
      around: aroundOf({ kept: keptAtFirst, layout, masks, filters }, properties),
      open: start,
      fullSize: null,
      refreshEvery: null,

      change: (draft, description) => {
        const before = get().history
        const next = { ...before.present, ...draft }
        if (next.layout === before.present.layout && next.properties === before.present.properties) return
        const history = recordStep(before, next, { description })
        present(history)
        if (isFull(history))
          say(
            t(
              'You have used all %(historyLength)s undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
              { historyLength: maxUndoSteps },
            ),
            { kind: 'warn' },
          )
      },
      changeProperties: (patch, words) => get().change({ properties: { ...get().history.present.properties, ...patch } }, words),
      undo: () => present(undo(get().history)),
      redo: () => present(redo(get().history)),
      size: (sizing) => {
        const { layout: real } = get().history.present
        set({ layout: sizing ? resize(real, sizing.id, sizing) : real })
      },
      edit: (isEditing) => set({ isEditing, chosen: null, fullSize: null }),
      discard: () => {
        const before = get().history
        present(restart(before, get().savedDraft))
        return () => {
          present(before)
          set({ isEditing: true })
        }
      },
      choose: (id) => get().chosen !== id && set({ chosen: id }),
      saved: (kept, patch) => {
        const { history } = get()
        const draft = patch ? { ...history.present, properties: { ...history.present.properties, ...patch } } : history.present
        present(restart(history, draft))
        set({ kept: { ...get().kept, ...kept }, savedDraft: draft })
      },
      stored: (patch, draft) => {
        set((state) => ({ kept: { ...state.kept, ...patch }, savedDraft: draft }))
        present(get().history)
      },
      setKept: (kept) => set((state) => ({ kept: { ...state.kept, ...kept } })),
      addCharts: (charts, datasets = []) => {
        set((state) => ({
          charts: { ...state.charts, ...byId(charts, ({ id }) => id) },
          datasets: { ...state.datasets, ...byId(datasets, ({ uid }) => uid) },
        }))
        const missing = charts.map(({ form_data }) => form_data.viz_type).filter((vizType) => !(vizType in get().chartTypes))
        void loadChartTypes(missing).then((types) => set((state) => ({ chartTypes: { ...state.chartTypes, ...types } })))
      },
      press: (chartId, item) => remask(pressed(get().masks, chartId, item)),
      clearMask: (id) => {
        const { [id]: gone, ...others } = get().masks
        if (gone) remask(/^\d+$/.test(id) ? others : { ...get().masks, [id]: { id, extraFormData: {}, filterState: {}, ownState: {} } })
      },
      openTab: (tabs, tab) => set((state) => ({ open: { ...state.open, [tabs]: tab } })),
      reveal: (id) => set((state) => ({ open: opened(state.layout, state.open, id) })),
      showFullSize: (fullSize) => set({ fullSize }),
      setRefreshEvery: (refreshEvery) => set({ refreshEvery }),
    }
  })

export type DashboardStore = ReturnType<typeof createDashboard>

/** Which of its items a chart holds chosen for the others. */
export const chosenOf = (chartId: number) => (state: DashboardState) => chosenItems(state.masks, chartId)
