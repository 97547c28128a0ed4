import { create } from 'zustand'
import type { StoreApi, UseBoundStore } from 'zustand'
import type { OwnState } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { record, redo, restart, startHistory, undo } from '#core/layout/history.ts'
import type { History } from '#core/layout/history.ts'
import { loadChart, loadedChart } from '../../../frame/chart-registry.ts'
import { reportLoadFault } from '../../../lazy/load-fault.ts'
import type { ExploreAnswer, ExploreDataset, Metadata, Slice } from '../data/answer.ts'
import { noGlance } from './choose-fields.ts'
import type { Glance } from './choose-fields.ts'
import { completeForm, controlsOf, same, savedForm, settle } from './form.ts'
import { emptyMemory, switchViz } from './switch-viz.ts'
import type { Memory } from './switch-viz.ts'

type Snapshot = { form: FormData; memory: Memory }

const maxUndoSteps = 100

export type ExploreState = {
  dataset: ExploreDataset
  slice: Slice | null
  metadata: Metadata | null
  title: string
  /** The form as it was last saved, or as a new chart started. */
  saved: FormData
  history: History<Snapshot>
  /** The form that the picture asks for: it lags behind while runs are slow. */
  asked: FormData
  /** The page that a person reads of a paged table. */
  ownState: OwnState | undefined
  /** Colours of the picture's series, by name. */
  colors: Record<string, string>
  /** How long the last run took, ms; null before the first. */
  lastMs: number | null
  /** What a look at the data told, which the choice of fields is made from. */
  glance: Glance

  form: () => FormData
  set: (name: string, value: unknown) => void
  /** Several at once, as one step. */
  patch: (form: FormData) => Promise<void>
  /** Loads the type first; what it cannot take is kept for the next switch. */
  switchTo: (vizType: string) => Promise<void>
  reset: (name: string) => void
  resetAll: () => void
  undo: () => void
  redo: () => void
  setTitle: (title: string) => void
  /** Asks for what the controls say now. */
  update: () => void
  ran: (ms: number) => void
  looked: (glance: Glance) => void
  turn: (ownState: OwnState) => void
  drew: (colors: Record<string, string>) => void
  /** After a save: what the server holds now. */
  wasSaved: (slice: Slice, metadata?: Partial<Metadata>) => void
  swapDataset: (dataset: ExploreDataset) => void
  /** The same dataset as it is after somebody edited it; the chart stays as it is. */
  datasetEdited: (dataset: ExploreDataset) => void
}

/** Runs above this wait for the Update button. */
export const slowRun = 2000

const complete = (form: FormData, dataset: ExploreDataset): FormData => {
  const chart = loadedChart(form.viz_type)
  return chart ? completeForm(form, chart, dataset) : form
}

export type ExploreStore = UseBoundStore<StoreApi<ExploreState>>

/** The state of one explore page, from the answer that opened it; `first` is the form of a chart that was never saved. */
export const createExplore = (answer: ExploreAnswer, first: FormData): ExploreStore => {
  const { dataset, slice, metadata } = answer
  const form = complete(first, dataset)
  const saved = slice ? complete({ ...slice.form_data, datasource: slice.form_data.datasource ?? first.datasource }, dataset) : form

  return create<ExploreState>((set, get) => {
    const step = (next: Snapshot, tag: string | null = null) =>
      set((state) => {
        const history = record(state.history, next, { tag, atMs: Date.now() })
        return { history, asked: isQuick(state) ? next.form : state.asked, ownState: undefined }
      })
    const travel = (move: typeof undo) =>
      set((state) => {
        const history = move(state.history)
        return { history, asked: isQuick(state) ? history.present.form : state.asked }
      })
    const settled = (before: FormData, after: FormData): FormData => {
      const chart = loadedChart(after.viz_type)
      return chart ? settle(before, after, { chart, dataset: get().dataset }) : after
    }
    return {
      dataset,
      slice,
      metadata,
      title: slice?.slice_name ?? '',
      saved,
      history: startHistory({ form, memory: emptyMemory }, maxUndoSteps),
      asked: form,
      ownState: undefined,
      colors: {},
      lastMs: null,
      glance: noGlance,

      form: () => get().history.present.form,
      set: (name, value) => {
        const { form: before, memory } = get().history.present
        if (same(before[name], value) && before[name] === value) return
        step({ form: settled(before, { ...before, [name]: value }), memory }, name)
      },
      patch: async (next) => {
        await loadChart(next.viz_type)
        const { form: before, memory } = get().history.present
        step({ form: settled(before, complete(next, get().dataset)), memory })
      },
      switchTo: async (vizType) => {
        const chart = await loadChart(vizType).catch(reportLoadFault)
        const { form: before, memory } = get().history.present
        if (!chart || vizType === before.viz_type) return
        const { dataset: source, glance } = get()
        step(switchViz(before, chart, { dataset: source, glance, memory, from: loadedChart(before.viz_type) ?? null }))
        set((state) => ({ asked: state.history.present.form }))
      },
      reset: (name) => get().set(name, get().saved[name]),
      resetAll: () => {
        const { history, saved: target } = get()
        step({ form: target, memory: history.present.memory })
      },
      undo: () => travel(undo),
      redo: () => travel(redo),
      setTitle: (title) => set({ title }),
      update: () => set((state) => ({ asked: state.history.present.form })),
      ran: (ms) => set({ lastMs: ms }),
      looked: (glance) => set({ glance }),
      turn: (ownState) => set({ ownState }),
      drew: (colors) => set({ colors }),
      wasSaved: (newSlice, more) =>
        set((state) => ({
          slice: newSlice,
          title: newSlice.slice_name,
          saved: state.history.present.form,
          metadata: { ...state.metadata, ...more },
        })),
      swapDataset: (next) => {
        const { form: before } = get().history.present
        const swapped = complete({ ...before, datasource: `${next.id}__${next.type}` }, next)
        set({
          dataset: next,
          history: restart(get().history, { form: swapped, memory: emptyMemory }),
          asked: swapped,
          lastMs: null,
          glance: noGlance,
        })
      },
      datasetEdited: (next) => set({ dataset: next }),
    }
  })
}

export const isQuick = ({ lastMs }: Pick<ExploreState, 'lastMs'>): boolean => lastMs === null || lastMs <= slowRun

/** What the picture is drawn with: the asked form, with what only redraws as it stands now. */
export const drawnForm = (asked: FormData, form: FormData): FormData => {
  if (asked === form) return form
  if (asked.viz_type !== form.viz_type) return asked
  const chart = loadedChart(form.viz_type)
  const drawnOnly = chart ? controlsOf(chart).filter((control) => control.renderOnly) : []
  return { ...asked, ...Object.fromEntries(drawnOnly.filter(({ name }) => name in form).map(({ name }) => [name, form[name]])) }
}

/** The form to save, with the chart's own keys only. */
export const formToSave = (state: Pick<ExploreState, 'slice'> & { form: FormData }): FormData => {
  const chart = loadedChart(state.form.viz_type)
  return chart ? savedForm(state.form, chart, state.slice?.form_data ?? null) : state.form
}
