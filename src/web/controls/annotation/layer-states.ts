import { createContext } from 'react'
import type { FormData } from '#core/query/query-object.ts'
import type { ChartAnswer } from '../../frame/data/answer.ts'

/** The request of one annotation layer. While it is repeated, `data` is that of the request before. */
export type LayerState = {
  status: 'loading' | 'done' | 'failed'
  data: unknown
  error: string | null
  retry: () => void
}

/** By the name of the layer. */
export type LayerStates = Readonly<Record<string, LayerState>>

/** The annotation layers of a chart: their requests, and what these add to its answer. */
export type Layers = {
  states: LayerStates
  addData: (answer: ChartAnswer) => ChartAnswer
  refresh: () => void
}

export const LayerStatesContext = createContext<LayerStates>({})

/** The form without its annotation layers, which have requests of their own. */
export const withoutLayers = (form: FormData): FormData => ('annotation_layers' in form ? { ...form, annotation_layers: [] } : form)
