import { createContext } from 'react'
import type { AnnotationLayer, FormData } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'

/** The first part of the keys of their queries. */
export const annotationDataKey = 'annotation data'

/** The request of one annotation layer. While it is repeated, `data` is that of the request before. */
export type LayerState = {
  status: 'loading' | 'done' | 'failed'
  data: unknown
  error: string | null
  retry: () => void
}

/** By the name of the layer. */
export type LayerStates = Readonly<Record<string, LayerState>>

export const LayerStatesContext = createContext<LayerStates>({})

/** The layers that need data: formulas are computed, and hidden layers are not drawn. */
export const requestedLayers = (form: FormData): AnnotationLayer[] =>
  asList<AnnotationLayer>(form['annotation_layers']).filter(({ annotationType, show, name }) => {
    return annotationType !== 'FORMULA' && show !== false && name !== ''
  })

/** The form without its annotation layers, which have requests of their own. */
export const withoutLayers = (form: FormData): FormData => ('annotation_layers' in form ? { ...form, annotation_layers: [] } : form)

export const putLayerState = (states: LayerStates, name: string, state: LayerState | null): LayerStates => {
  const { [name]: _before, ...others } = states
  return state ? { ...others, [name]: state } : others
}
