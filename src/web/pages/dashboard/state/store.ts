import { create as createStore } from 'zustand'
import { isUnreadable } from '#core/encoding/read-object.ts'
import { chosenItems } from '#core/filters/cross-filter.ts'
import { startMasks } from '#core/filters/data-mask.ts'
import { removeMask, type Masks } from '#core/filters/masks.ts'
import { isFilter, readFilters } from '#core/filters/native-filter.ts'
import type { Meta } from '#core/layout/component.ts'
import type { Dragged, DropTarget } from '#core/layout/drag/drop-target.ts'
import { record as recordStep, redo, restart, startHistory, undo, type History } from '#core/layout/history.ts'
import type { Address } from '../data/address.ts'
import type { BoxFilters } from '../data/box-filters.ts'
import type { Loaded, VisibleLayout } from '../data/load.ts'
import type { Stored } from '../data/stored.ts'
import { loadChartTypes, type ChartTypes } from '../data/chart-types.ts'
import { readDraft } from '../data/read-draft.ts'
import type { CardChart, DashboardRecord, DatasetRecord, Properties } from '../data/record.ts'
import type { Draft } from './draft.ts'
import { withOpenTab, type OpenTabs } from './open-tabs.ts'

/** The size of a component while it is being resized, within its bounds; not yet an undo step. */
export type Resizing = { id: string; size: Pick<Meta, 'width' | 'height'> }

/** What is being dragged over the stage, and where it would be dropped. */
export type Dragging = { dragged: Dragged; target: DropTarget | null }

export type DialogName =
  | 'properties'
  | 'copy'
  | 'interval'
  | 'filters'
  | 'scoping'
  | 'mapping'
  | 'migration'
  | 'colors'
  | 'embed'
  | 'public'

/** A label of a chart whose colour is being changed (null: the first one), and the point that was pressed. */
export type Coloring = { card: string; label: string | null; x: number; y: number }

export type Saving = {
  isBusy: boolean
  /** The newer version of someone else, because of which the last save was rejected. */
  conflict: Stored | null
  /** Why the last save was rejected, where the properties are the reason. */
  fault: unknown
  /** A new dashboard is being created. */
  storing: Promise<void> | null
}

/** Superset's limit. */
const maxUndoSteps = 50

/** Stored fields that are not edited here. */
export type ServerFields = Pick<
  DashboardRecord,
  'id' | 'uuid' | 'published' | 'changed_by' | 'changed_on_utc' | 'is_managed_externally'
> & {
  etag: string | null
  /** Whether the server has settings or a layout that are no JSON object. */
  isUnreadable: boolean
}

/** The base state, from which everything else is derived (`derived.ts`). */
type Base = {
  serverFields: ServerFields
  charts: Readonly<Record<number, CardChart>>
  chartTypes: ChartTypes
  datasets: Readonly<Record<string, DatasetRecord>>
  history: History<Draft>
  /** As it was last saved. */
  savedDraft: Draft
  masks: Masks
  /** What viewers see of the layout; null while no component has a condition. */
  visibleLayout: VisibleLayout | null
  boxFilters: BoxFilters
  /** URL parameters passed to the charts' queries. */
  urlParams: Address['urlParams']
  canEdit: boolean
  /** Parts hidden by URL parameters. */
  hiddenParts: Address['hiddenParts']
  isEditing: boolean
  /** The selected component while editing. */
  selectedId: string | null
  /** The text or tab that is being edited. */
  editedTextId: string | null
  /** The component of the open "Move to" dialog. */
  movingId: string | null
  dragging: Dragging | null
  resizing: Resizing | null
  /** The open tab of each tabs component. */
  openTabs: OpenTabs
  /** Whether the pointer or the focus has been on the dashboard. */
  isReached: boolean
  /** Whether a tab of the permalink no longer exists. */
  lacksTab: boolean
  /** Whether the filter values of the link could not be read. */
  lacksMasks: boolean
  /** The card that covers the window. */
  fullSizeId: string | null
  dialog: DialogName | null
  /** CSS that is being typed, shown in place of the dashboard's own. */
  previewCss: string | null
  coloring: Coloring | null
  /** Refresh interval of this visit; null = that of the dashboard. */
  refreshIntervalSeconds: number | null
  isFilterBarOpen: boolean
  /** While editing, charts have the room of the filters until somebody shows them. */
  isFilterBarOpenInEdit: boolean
  /** Charts whose description was shown or hidden on this visit. */
  shownDescriptions: Readonly<Record<number, boolean>>
  /** The filter that the pointer or the focus rests on: charts outside its scope fade. */
  highlightedFilter: string | null
  /** The tab for which the filter configuration adds a filter when it opens. */
  newFilterTab: string | null
  /** The filter that somebody asked for: it is shown and takes the focus. */
  requestedFilter: string | null
  saving: Saving
}

/** Fields that can be set directly. */
type Settable = Pick<
  Base,
  | 'editedTextId'
  | 'movingId'
  | 'dragging'
  | 'resizing'
  | 'openTabs'
  | 'isReached'
  | 'lacksTab'
  | 'lacksMasks'
  | 'fullSizeId'
  | 'dialog'
  | 'previewCss'
  | 'coloring'
  | 'refreshIntervalSeconds'
  | 'isFilterBarOpen'
  | 'isFilterBarOpenInEdit'
  | 'shownDescriptions'
  | 'highlightedFilter'
  | 'newFilterTab'
  | 'requestedFilter'
  | 'saving'
>

export type DashboardState = Base & {
  set: (patch: Partial<Settable>) => void
  change: (draft: Partial<Draft>, description: string) => void
  changeProperties: (patch: Partial<Properties>, description: string) => void
  undo: () => void
  redo: () => void
  setEditing: (isEditing: boolean) => void
  showFilterBar: (isShown: boolean) => void
  select: (id: string | null) => void
  /** After a save of the metadata alone, as the server stored them; what was changed meanwhile stays a change. */
  markMetadataSaved: (kept: Partial<ServerFields>, metadata: Metadata) => void
  setServerFields: (kept: Partial<ServerFields>) => void
  addCharts: (charts: CardChart[], datasets?: DatasetRecord[]) => void
  clearMask: (id: string) => void
  updateMasks: (change: (masks: Masks) => Masks) => void
  openTab: (tabs: string, tab: string) => void
  /** Opens every tab on the way to a component. */
  reveal: (id: string) => void
}

const readServerFields = ({ record, etag }: Pick<Loaded, 'record' | 'etag'>): ServerFields => {
  const { id, uuid, published, changed_by, changed_on_utc, is_managed_externally, json_metadata, position_json } = record
  const unreadable = [json_metadata, position_json].some(isUnreadable)
  return { id, uuid, published, changed_by, changed_on_utc, is_managed_externally, etag, isUnreadable: unreadable }
}

const byId = <T, K extends string | number>(list: readonly T[], key: (item: T) => K): Readonly<Record<K, T>> =>
  Object.fromEntries(list.map((item) => [key(item), item])) as Record<K, T>

type Metadata = Properties['metadata']

const withMetadata = (draft: Draft, metadata: Metadata): Draft => ({ ...draft, properties: { ...draft.properties, metadata } })

/** What the server stored, with what was changed, added and removed since the base. */
const rebase = (mine: Metadata, { base, stored }: { base: Metadata; stored: Metadata }): Metadata =>
  Object.fromEntries([
    ...Object.entries(stored).filter(([key]) => key in mine || !(key in base)),
    ...Object.entries(mine).filter(([key, value]) => value !== base[key]),
  ])

export type Opening = Loaded &
  Pick<Address, 'urlParams' | 'hiddenParts' | 'filterBar'> & {
    canEdit: boolean
    isEditing: boolean
    /** The component in the URL's hash. */
    anchor: string
    /** The tabs that were open when this entry of the browser's history was left. */
    openTabs: OpenTabs | null
  }

/** Creates the state of a dashboard from the server's data and the URL. */
export const createDashboard = (loaded: Opening) =>
  createStore<DashboardState>((set, get) => {
    const start = readDraft(loaded.record, loaded.charts)
    const boxFilters = loaded.boxFilters(start.properties.metadata)
    const filters = readFilters(start.properties.metadata['native_filter_configuration']).filter(isFilter)

    /** Sets the history. Deselects a component that no longer exists. */
    const setHistory = (history: History<Draft>) =>
      set(({ selectedId }) => ({ history, ...(selectedId !== null && !history.present.layout[selectedId] && { selectedId: null }) }))

    return {
      serverFields: readServerFields(loaded),
      charts: byId(loaded.charts, ({ id }) => id),
      chartTypes: loaded.chartTypes,
      datasets: byId(loaded.datasets, ({ uid }) => uid),
      history: startHistory(start, maxUndoSteps),
      savedDraft: start,
      masks: { applied: startMasks([...filters, ...boxFilters], loaded.masks), pending: {} },
      visibleLayout: loaded.visibleLayout,
      boxFilters: loaded.boxFilters,
      urlParams: loaded.urlParams,
      canEdit: loaded.canEdit,
      hiddenParts: loaded.hiddenParts,
      isEditing: loaded.isEditing,
      selectedId: null,
      editedTextId: null,
      movingId: null,
      dragging: null,
      resizing: null,
      openTabs:
        loaded.openTabs ?? [...loaded.activeTabs, loaded.anchor].reduce<OpenTabs>((open, id) => withOpenTab(start.layout, open, id), {}),
      isReached: false,
      lacksTab: loaded.activeTabs.some((tab) => !start.layout[tab]),
      lacksMasks: loaded.lacksMasks,
      fullSizeId: null,
      dialog: loaded.canEdit && boxFilters.length > 0 ? 'migration' : null,
      previewCss: null,
      coloring: null,
      refreshIntervalSeconds: null,
      shownDescriptions: {},
      isFilterBarOpen: loaded.filterBar === null ? filters.length > 0 : loaded.filterBar === 'open',
      isFilterBarOpenInEdit: false,
      highlightedFilter: null,
      newFilterTab: null,
      requestedFilter: null,
      saving: { isBusy: false, conflict: null, fault: null, storing: null },

      set: (patch) => set(patch),

      change: (draft, description) => {
        const before = get().history
        const next = { ...before.present, ...draft }
        if (next.layout === before.present.layout && next.properties === before.present.properties) return
        setHistory(recordStep(before, next, { description }))
      },
      changeProperties: (patch, description) =>
        get().change({ properties: { ...get().history.present.properties, ...patch } }, description),
      undo: () => setHistory(undo(get().history)),
      redo: () => setHistory(redo(get().history)),
      setEditing: (isEditing) =>
        set((state) => ({
          isEditing,
          selectedId: null,
          fullSizeId: null,
          isFilterBarOpenInEdit: state.isEditing && isEditing && state.isFilterBarOpenInEdit,
        })),
      showFilterBar: (isShown) => set(({ isEditing }) => (isEditing ? { isFilterBarOpenInEdit: isShown } : { isFilterBarOpen: isShown })),
      select: (id) => get().selectedId !== id && set({ selectedId: id }),
      markMetadataSaved: (kept, metadata) => {
        const { history, savedDraft } = get()
        const saved = withMetadata(savedDraft, metadata)
        const { metadata: base } = savedDraft.properties
        const present = withMetadata(history.present, rebase(history.present.properties.metadata, { base, stored: metadata }))
        const description = history.past.at(-1)?.description ?? ''
        const cleared = restart(history, saved)
        setHistory(history.present === savedDraft ? cleared : recordStep(cleared, present, { description }))
        set({ serverFields: { ...get().serverFields, isUnreadable: false, ...kept }, savedDraft: saved })
      },
      setServerFields: (kept) => set((state) => ({ serverFields: { ...state.serverFields, ...kept } })),
      addCharts: (charts, datasets = []) => {
        set((state) => ({
          charts: { ...state.charts, ...byId(charts, ({ id }) => id) },
          datasets: { ...state.datasets, ...byId(datasets, ({ uid }) => uid) },
        }))
        const missing = charts.map(({ form_data }) => form_data.viz_type).filter((vizType) => !(vizType in get().chartTypes))
        void loadChartTypes(missing).then((types) => set((state) => ({ chartTypes: { ...state.chartTypes, ...types } })))
      },
      clearMask: (id) => get().updateMasks((masks) => removeMask(masks, id)),
      updateMasks: (change) => set(({ masks }) => ({ masks: change(masks) })),
      openTab: (tabs, tab) => set((state) => ({ openTabs: { ...state.openTabs, [tabs]: tab } })),
      reveal: (id) => set(({ history, openTabs }) => ({ openTabs: withOpenTab(history.present.layout, openTabs, id) })),
    }
  })

export type DashboardStore = ReturnType<typeof createDashboard>

/** The items of a chart that are selected as cross-filter. */
export const crossFilterItemsOf = (chartId: number) => (state: DashboardState) => chosenItems(state.masks.applied, chartId)
