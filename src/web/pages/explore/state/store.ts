import { create } from 'zustand'
import type { StoreApi, UseBoundStore } from 'zustand'
import type { OwnState } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { record, redo, startHistory, undo } from '#core/layout/history.ts'
import type { History } from '#core/layout/history.ts'
import type { DashboardContext } from '../../../data/explore-context.ts'
import { loadChart, loadedChart } from '../../../frame/chart-registry.ts'
import { reportLoadFault } from '../../../lazy/load-fault.ts'
import type { ExploreAnswer, ExploreDataset, Metadata, Slice } from '../data/answer.ts'
import { noColumnStats } from './choose-fields.ts'
import type { ColumnStats } from './choose-fields.ts'
import { completeForm, controlsOf, followDataset, isSameValue, buildSavedForm, updateDependents } from './form.ts'
import { withoutLent } from './lent-colors.ts'
import { loadSwitch } from './switch/load-switch.ts'
import { emptyMemory } from './switch/memory.ts'
import type { Memory } from './switch/memory.ts'

/** What undo and redo move through. */
type Snapshot = { form: FormData; memory: Memory; title: string; dataset: ExploreDataset }

/** The state of the page when a save began. */
export type SavedAt = Pick<ExploreState, 'title' | 'dataset' | 'history'>

const maxUndoSteps = 100

export type ExploreState = {
  dataset: ExploreDataset
  slice: Slice | null
  metadata: Metadata | null
  /** What the dashboard that the chart was opened from lends to it. */
  context: DashboardContext | null
  title: string
  /** The form as it was last saved, or as a new chart started, and its dataset. */
  saved: FormData
  savedDataset: ExploreDataset
  history: History<Snapshot>
  /** The form whose data is requested. It waits for Update while runs are slow. */
  requested: FormData
  /** State of the chart itself, such as the page of a table. */
  ownState: OwnState | undefined
  /** Colours of the picture's series, by name. */
  colors: Record<string, string>
  /** How long the last run took, ms; null before the first. */
  lastMs: number | null
  /** Statistics that the automatic choice of fields uses. */
  columnStats: ColumnStats

  form: () => FormData
  set: (name: string, value: unknown) => void
  /** Changes several controls as one undo step. */
  patch: (form: FormData) => Promise<void>
  /** Loads the type and switches to it, unless another was asked for meanwhile; fields it cannot use are kept for the next switch. */
  switchTo: (vizType: string) => Promise<void>
  /** The switch under way: what is saved waits for it. */
  switching: Promise<void> | null
  /** Takes back the change of a control, or of the chart type or the dataset under their names in the form. */
  reset: (name: string) => void
  resetAll: () => void
  undo: () => void
  redo: () => void
  setTitle: (title: string) => void
  /** Requests data for the current form. */
  update: () => void
  setLastMs: (ms: number) => void
  setColumnStats: (columnStats: ColumnStats) => void
  setOwnState: (ownState: OwnState) => void
  setColors: (colors: Record<string, string>) => void
  /** Sets the saved state after a save of `at`: what changed since then stays a change. */
  markSaved: (slice: Slice, at: SavedAt, metadata?: Partial<Metadata>) => void
  /** Takes over properties that were saved elsewhere. */
  setProperties: (properties: Pick<Slice, 'slice_name' | 'description'>) => void
  /** `renamed`: the form with the names of the other dataset; without one it stays as it is. */
  swapDataset: (dataset: ExploreDataset, renamed?: FormData) => void
  /** Sets the edited version of the same dataset; the chart is unchanged. */
  replaceDataset: (dataset: ExploreDataset) => void
}

/** After a run that was slower than this, changes wait for the Update button. */
export const slowRunMs = 2000

const complete = (form: FormData, dataset: ExploreDataset): FormData => {
  const chart = loadedChart(form.viz_type)
  return chart ? completeForm(form, chart, dataset) : form
}

/** A saved title is no step of its own. */
const withTitle = (history: History<Snapshot>, title: string): History<Snapshot> => ({ ...history, present: { ...history.present, title } })

export type ExploreStore = UseBoundStore<StoreApi<ExploreState>>

/** The state of an explore page; `first` is its initial form. */
export const createExplore = (answer: ExploreAnswer, first: FormData, context: DashboardContext | null = null): ExploreStore => {
  const { dataset, slice, metadata } = answer
  const form = complete(first, dataset)
  const saved = slice ? complete({ ...slice.form_data, datasource: slice.form_data.datasource ?? first.datasource }, dataset) : form

  return create<ExploreState>((set, get) => {
    const recordStep = (change: Partial<Snapshot>, tag: string | null = null) =>
      set((state) => {
        const next = { ...state.history.present, ...change }
        const history = record(state.history, next, { tag, atMs: Date.now() })
        return { history, requested: isQuick(state) ? next.form : state.requested, ownState: undefined }
      })
    /** A step to another dataset, which runs at once. */
    const showDataset = (change: Partial<Snapshot> & Pick<Snapshot, 'form' | 'dataset'>) => {
      recordStep(change)
      set({ dataset: change.dataset, requested: change.form, lastMs: null, columnStats: noColumnStats })
    }
    const moveInHistory = (move: typeof undo) =>
      set((state) => {
        const history = move(state.history)
        const { form: present, title, dataset: held } = history.present
        // An edited version of the same dataset stays.
        const isSameDataset = held.id === state.dataset.id && held.type === state.dataset.type
        return {
          history,
          title,
          requested: isQuick(state) || !isSameDataset ? present : state.requested,
          ...(!isSameDataset && { dataset: held, lastMs: null, columnStats: noColumnStats }),
        }
      })
    const loadAndSwitch = async (vizType: string, isWanted: () => boolean): Promise<void> => {
      const [chart, code] = await Promise.all([loadChart(vizType), loadSwitch()]).catch((error: unknown) => {
        reportLoadFault(error)
        return [null, null] as const
      })
      const { form: before, memory } = get().history.present
      if (!chart || !code || vizType === before.viz_type || !isWanted()) return
      const { dataset: source, columnStats } = get()
      recordStep(
        code.switchViz(before, chart, { dataset: source, glance: columnStats, memory, from: loadedChart(before.viz_type) ?? null }),
      )
      set((state) => ({ requested: state.history.present.form }))
    }
    const settled = (before: FormData, after: FormData): FormData => {
      const chart = loadedChart(after.viz_type)
      return chart ? updateDependents(before, after, { chart, dataset: get().dataset }) : after
    }
    return {
      dataset,
      slice,
      metadata,
      context,
      title: slice?.slice_name ?? '',
      saved,
      savedDataset: dataset,
      history: startHistory({ form, memory: emptyMemory, title: slice?.slice_name ?? '', dataset }, maxUndoSteps),
      requested: form,
      ownState: undefined,
      colors: {},
      lastMs: null,
      columnStats: noColumnStats,

      form: () => get().history.present.form,
      set: (name, value) => {
        const { form: before } = get().history.present
        if (isSameValue(before[name], value) && before[name] === value) return
        recordStep({ form: settled(before, { ...before, [name]: value }) }, name)
      },
      patch: async (next) => {
        await loadChart(next.viz_type)
        const { form: before } = get().history.present
        recordStep({ form: settled(before, complete(next, get().dataset)) })
      },
      switchTo: (vizType) => {
        const switching: Promise<void> = loadAndSwitch(vizType, () => get().switching === switching).finally(() => {
          if (get().switching === switching) set({ switching: null })
        })
        set({ switching })
        return switching
      },
      switching: null,
      reset: (name) => {
        const { saved: target, savedDataset, set: setControl, switchTo, swapDataset } = get()
        if (name === 'viz_type') void switchTo(target.viz_type)
        else if (name === 'datasource') swapDataset(savedDataset)
        else setControl(name, target[name])
      },
      resetAll: () => {
        const { saved: target, savedDataset, slice: stored, dataset: current } = get()
        const title = stored?.slice_name ?? ''
        if (savedDataset.id === current.id) recordStep({ form: target, title })
        else showDataset({ form: target, title, dataset: savedDataset })
        set({ title })
      },
      undo: () => moveInHistory(undo),
      redo: () => moveInHistory(redo),
      setTitle: (title) => {
        recordStep({ title }, 'title')
        set({ title })
      },
      update: () => set((state) => ({ requested: state.history.present.form })),
      setLastMs: (ms) => set({ lastMs: ms }),
      setColumnStats: (columnStats) => set({ columnStats }),
      setOwnState: (ownState) => set({ ownState }),
      setColors: (colors) => set({ colors }),
      markSaved: (newSlice, at, more) =>
        set((state) => ({
          slice: newSlice,
          saved: at.history.present.form,
          savedDataset: at.dataset,
          ...(state.title === at.title && { title: newSlice.slice_name, history: withTitle(state.history, newSlice.slice_name) }),
          metadata: { ...state.metadata, ...more },
        })),
      setProperties: (properties) =>
        set((state) => ({
          ...(state.slice && { slice: { ...state.slice, ...properties } }),
          title: properties.slice_name,
          history: withTitle(state.history, properties.slice_name),
        })),
      swapDataset: (next, renamed = get().history.present.form) => {
        const before = { form: get().form(), dataset: get().dataset }
        const swapped = complete({ ...renamed, datasource: `${next.id}__${next.type}` }, next)
        const chart = loadedChart(swapped.viz_type)
        const followedForm = chart ? followDataset(chart, before, { form: swapped, dataset: next }) : swapped
        showDataset({ form: followedForm, memory: emptyMemory, dataset: next })
      },
      replaceDataset: (next) => set({ dataset: next }),
    }
  })
}

export const isQuick = ({ lastMs }: Pick<ExploreState, 'lastMs'>): boolean => lastMs === null || lastMs <= slowRunMs

/** The requested form with the current values of the controls that only affect drawing, and the annotation layers, which have requests of their own. */
export const mergeRenderOnly = (asked: FormData, form: FormData): FormData => {
  if (asked === form) return form
  if (asked.viz_type !== form.viz_type) return asked
  const chart = loadedChart(form.viz_type)
  const drawnOnly = chart ? controlsOf(chart).filter((control) => control.renderOnly || control.type === 'annotation-layers') : []
  return { ...asked, ...Object.fromEntries(drawnOnly.filter(({ name }) => name in form).map(({ name }) => [name, form[name]])) }
}

/** The form to save: of an unchanged chart, what was saved. */
export const formToSave = (state: Pick<ExploreState, 'slice' | 'saved' | 'context'> & { form: FormData }): FormData => {
  const chart = loadedChart(state.form.viz_type)
  const saved = state.slice?.form_data ?? null
  const form = state.context ? withoutLent(state.form, saved) : state.form
  return chart ? buildSavedForm(form, chart, saved, state.saved) : form
}
