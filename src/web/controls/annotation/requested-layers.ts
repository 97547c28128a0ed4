import type { AnnotationLayer, FormData } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { ChartAnswer } from '../../frame/data/answer.ts'
import type { LayerState, LayerStates } from './layer-states.ts'

/** The layers that need data: formulas are computed, and hidden layers are not drawn. */
export const requestedLayers = (form: FormData): AnnotationLayer[] =>
  asList<AnnotationLayer>(form['annotation_layers']).filter(
    ({ annotationType, show, name }) => annotationType !== 'FORMULA' && show !== false && name !== '',
  )

/** Null takes the state of a layer that is gone. */
export const putLayerState = (states: LayerStates, name: string, state: LayerState | null): LayerStates => {
  const { [name]: _before, ...others } = states
  return state ? { ...others, [name]: state } : others
}

export const withLayerData = (answer: ChartAnswer, states: LayerStates): ChartAnswer => {
  const loaded = Object.entries(states).flatMap(([name, { data }]) => (data ? [[name, data] as const] : []))
  const annotationData = Object.fromEntries(loaded)
  return { ...answer, queries: answer.queries.map((query, i) => (i === 0 ? { ...query, annotationData } : query)) }
}
