import { useMemo, useState } from 'react'
import type { ChartData } from '../../frame/data/use-chart-data.ts'
import type { Layers } from './layer-states.ts'

/** The data of the chart with that of its annotation layers, if it has any. A refresh repeats both. */
export const useLayers = (data: ChartData) => {
  const [layers, setLayers] = useState<Layers | null>(null)
  const answer = useMemo(() => data.answer && (layers?.addData(data.answer) ?? data.answer), [data.answer, layers])
  const refresh = () => {
    data.refresh()
    layers?.refresh()
  }
  return { layers, setLayers, data: { ...data, answer, refresh } }
}
