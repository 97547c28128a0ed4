import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { annotationDataKey, putLayerState } from '../../../controls/annotation/layer-states.ts'
import type { LayerState, LayerStates } from '../../../controls/annotation/layer-states.ts'
import type { ChartAnswer } from '../../../frame/data/answer.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'

const withAnnotations = (answer: ChartAnswer, layers: LayerStates): ChartAnswer => {
  const loaded = Object.entries(layers).flatMap(([name, { data }]) => (data ? [[name, data] as const] : []))
  if (loaded.length === 0) return answer
  const annotationData = Object.fromEntries(loaded)
  return { ...answer, queries: answer.queries.map((query, i) => (i === 0 ? { ...query, annotationData } : query)) }
}

/** The data of the chart with that of its annotation layers. A refresh repeats both. */
export const useLayers = (data: ChartData) => {
  const client = useQueryClient()
  const [layers, setLayers] = useState<LayerStates>({})
  const setLayer = useCallback(
    (name: string, state: LayerState | null) => setLayers((before) => putLayerState(before, name, state)),
    [setLayers],
  )
  const answer = useMemo(() => data.answer && withAnnotations(data.answer, layers), [data.answer, layers])
  const refresh = () => {
    data.refresh()
    void client.invalidateQueries({ queryKey: [annotationDataKey] })
  }
  return { layers, setLayer, data: { ...data, answer, refresh } }
}
