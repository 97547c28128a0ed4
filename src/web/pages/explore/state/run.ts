import { createContext, useContext, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Chart } from '#charts/chart.ts'
import { sentenceFacts } from '#charts/shared/format/dataset-facts.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { withoutLayers } from '../../../controls/annotation/layer-states.ts'
import type { Layers } from '../../../controls/annotation/layer-states.ts'
import { useLayers } from '../../../controls/annotation/use-layers.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { queryKeyOf, buildChartQuery } from '#charts/query-key.ts'
import { useChartData } from '../../../frame/data/use-chart-data.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { useExplore, useForm } from './explore-context.ts'
import { validate } from './form.ts'
import { mergeRenderOnly } from './store.ts'

/** What is drawn, and the state of its data. */
export type Run = {
  /** The chart type of the form; null if unknown. */
  chart: Chart | null
  /** The form that is drawn: the last valid one. */
  form: FormData
  drawnChart: Chart
  data: ChartData
  /** Its annotation layers; null while it has none. */
  layers: Layers | null
  setLayers: (layers: Layers | null) => void
  /** Validation messages of the current form, by control. */
  faults: Record<string, string>
  /** The controls were changed and not yet run. */
  isBehind: boolean
  /** What is drawn in words; empty while nothing can be drawn yet. */
  sentence: string
  /** The element that holds the picture. */
  pictureRef: RefObject<HTMLDivElement | null>
}

const unknownChart: Chart = {
  viz_type: '',
  name: '',
  description: '',
  category: 'Other',
  tags: [],
  behaviors: [],
  controls: [],
  buildQuery: () => [],
  sentence: () => '',
}

const isSameQuery = (a: FormData, b: FormData, chart: Chart): boolean => {
  if (a === b) return true
  try {
    return queryKeyOf(buildChartQuery(withoutLayers(a), chart)) === queryKeyOf(buildChartQuery(withoutLayers(b), chart))
  } catch {
    return false
  }
}

export const usePageRun = (force: boolean): Run => {
  const form = useForm()
  const requested = useExplore((state) => state.requested)
  const dataset = useExplore((state) => state.dataset)
  const slice = useExplore((state) => state.slice)
  const ran = useExplore((state) => state.setLastMs)
  const ownState = useExplore((state) => state.ownState)
  const pictureRef = useRef<HTMLDivElement>(null)
  const chart = loadedChart(form.viz_type) ?? null
  const requestedForm = useMemo(() => mergeRenderOnly(requested, form), [requested, form])
  const faults = useMemo(() => (chart ? validate(form, chart, { dataset, t }) : {}), [form, chart, dataset])
  const wantedChart = loadedChart(requestedForm.viz_type) ?? unknownChart
  const isValid = useMemo(
    () => chart !== null && Object.keys(validate(requestedForm, wantedChart, { dataset, t })).length === 0,
    [chart, requestedForm, wantedChart, dataset],
  )
  const [last, setLast] = useState<FormData | null>(null)
  if (isValid && last !== requestedForm) setLast(requestedForm)
  const drawn = isValid ? requestedForm : (last ?? requestedForm)
  const queried = useMemo(() => withoutLayers(drawn), [drawn])
  const chartData = useChartData(queried, loadedChart(drawn.viz_type) ?? unknownChart, {
    sliceId: slice?.slice_id,
    enabled: isValid || last !== null,
    force,
    ownState,
  })
  const { layers, setLayers, data } = useLayers(chartData)
  const { answer } = data
  useEffect(() => {
    if (answer) ran(answer.durationMs)
  }, [answer, ran])
  const isBehind = useMemo(() => chart !== null && !isSameQuery(form, requested, chart), [form, requested, chart])
  const drawnChart = loadedChart(drawn.viz_type) ?? unknownChart
  const isIncomplete = !isValid && last === null
  const sentence = useMemo(
    () => (isIncomplete ? '' : drawnChart.sentence(drawn, { t, ...sentenceFacts(dataset) })),
    [isIncomplete, drawnChart, drawn, dataset],
  )
  return {
    chart,
    form: drawn,
    drawnChart,
    sentence,
    data,
    layers,
    setLayers,
    faults,
    isBehind,
    pictureRef,
  }
}

export const RunContext = createContext<Run | null>(null)

export const useRun = (): Run => {
  const run = useContext(RunContext)
  if (!run) throw new Error('used outside the explore page')
  return run
}
