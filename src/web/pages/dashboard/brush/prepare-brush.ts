import { prepareBrush as prepareBrushRoute } from '#api/chart-brush.ts'
import { effectiveForm } from '#core/filters/effective-form.ts'
import { numberStep, timeStep } from '#core/filters/values/brush-step.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { call } from '../../../data/call.ts'
import { buildChartQuery } from '#charts/query-key.ts'
import type { SpanAxis } from '../../../frame/echarts/time-span.ts'
import type { CardChart } from '../data/record.ts'
import { masksOnChart, reachOfMasks } from '../state/derived.ts'
import type { DashboardState, DashboardStore } from '../state/store.ts'

type Brush = { chart: CardChart; column: string; axis: SpanAxis }

/** How long the server keeps what was prepared, at least. */
const preparedMs = 45_000
/** More charts than this are not in sight at once. */
const maxCharts = 24

const lastPrepared = new WeakMap<DashboardStore, { body: string; at: number }>()

/** What the charts that a span of another one reaches ask without it. */
export const queriesBesides = (state: DashboardState, { id, form_data }: CardChart): QueryContext[] => {
  const { charts, chartTypes, urlParams, serverFields } = state
  const reached = [...reachOfMasks(state)(String(id))].flatMap((chartId) => charts[chartId] ?? [])
  const contexts: QueryContext[] = []
  for (const other of reached.filter((one) => one.form_data.datasource === form_data.datasource).slice(0, maxCharts)) {
    const chart = chartTypes[other.form_data.viz_type]
    const masks = masksOnChart(state, other.id).filter((mask) => mask.id !== String(id))
    try {
      if (chart) contexts.push(buildChartQuery(effectiveForm(other.form_data, { dashboardId: serverFields.id, masks, urlParams }), chart))
    } catch {
      // Its card says what is wrong with it.
    }
  }
  return contexts
}

/** Lets the server prepare the answers of the charts that a drag over this one will filter. Without them a step only takes longer. */
export const prepareBrush = (store: DashboardStore, { chart, column, axis }: Brush): void => {
  const [least, most] = axis.extent
  const step = axis.kind === 'time' ? timeStep(most - least) : numberStep(most - least)
  const contexts = queriesBesides(store.getState(), chart)
  const body = { contexts, column, step }
  const text = JSON.stringify(body)
  const last = lastPrepared.get(store)
  if (contexts.length === 0 || (last?.body === text && performance.now() - last.at < preparedMs)) return
  lastPrepared.set(store, { body: text, at: performance.now() })
  call(prepareBrushRoute, { body }).catch(() => lastPrepared.delete(store))
}
