import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { queryKeyOf, buildChartQuery } from '../../../frame/data/query-key.ts'
import { useChartData } from '../../../frame/data/use-chart-data.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { useExplore, useForm } from './explore-context.ts'
import { validate } from './form.ts'
import { drawnForm } from './store.ts'

/** What the picture shows and where its data stands. */
export type Run = {
  /** The type of the controls as registered; null when it is none of ours. */
  chart: Chart | null
  /** The form that is drawn: the last one that was whole. */
  form: FormData
  drawnChart: Chart
  data: ChartData
  /** Refusals of the present form by control. */
  faults: Record<string, string>
  /** The controls say something else than the picture asked for. */
  isBehind: boolean
}

const unknown: Chart = {
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

const sameQuestion = (a: FormData, b: FormData, chart: Chart): boolean => {
  if (a === b) return true
  try {
    return queryKeyOf(buildChartQuery(a, chart)) === queryKeyOf(buildChartQuery(b, chart))
  } catch {
    return false
  }
}

export const useRunOfPage = (force: boolean): Run => {
  const form = useForm()
  const asked = useExplore((state) => state.asked)
  const dataset = useExplore((state) => state.dataset)
  const slice = useExplore((state) => state.slice)
  const ran = useExplore((state) => state.ran)
  const ownState = useExplore((state) => state.ownState)
  const chart = loadedChart(form.viz_type) ?? null
  const wanted = useMemo(() => drawnForm(asked, form), [asked, form])
  const faults = useMemo(() => (chart ? validate(form, chart, { dataset, t }) : {}), [form, chart, dataset])
  const wantedChart = loadedChart(wanted.viz_type) ?? unknown
  const isWhole = useMemo(
    () => chart !== null && Object.keys(validate(wanted, wantedChart, { dataset, t })).length === 0,
    [chart, wanted, wantedChart, dataset],
  )
  const [last, setLast] = useState<FormData | null>(null)
  if (isWhole && last !== wanted) setLast(wanted)
  const drawn = isWhole ? wanted : (last ?? wanted)
  const data = useChartData(drawn, loadedChart(drawn.viz_type) ?? unknown, {
    sliceId: slice?.slice_id,
    enabled: isWhole || last !== null,
    force,
    ownState,
  })
  const { answer } = data
  useEffect(() => {
    if (answer) ran(answer.durationMs)
  }, [answer, ran])
  const isBehind = useMemo(() => chart !== null && !sameQuestion(form, asked, chart), [form, asked, chart])
  return { chart, form: drawn, drawnChart: loadedChart(drawn.viz_type) ?? unknown, data, faults, isBehind }
}

export const RunContext = createContext<Run | null>(null)

export const useRun = (): Run => {
  const run = useContext(RunContext)
  if (!run) throw new Error('used outside the explore page')
  return run
}
