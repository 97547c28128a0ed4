import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { ControlProps } from './control-props.ts'
import type { Dragged } from './field/drag.ts'
import { dataKind } from './field/kind.ts'
import { openMetric, suggestedAggregate, toMetric, withColumn } from './metric/metric-draft.ts'
import { MetricPill } from './metric/MetricPill.tsx'
import { PillsField } from './pills/PillsField.tsx'

/** The metric that a dropped field stands for; null when it stands for none. */
const metricOf = (dragged: Dragged, dataset: ControlProps['state']['dataset']): QueryMetric | null => {
  if (dragged.kind === 'metric') return dragged.name
  const column = dragged.kind === 'column' && dataset?.columns.find((candidate) => candidate.column_name === dragged.name)
  return column ? toMetric(withColumn(openMetric(null, dataset), { ...column }, suggestedAggregate(dataKind(column)))) : null
}

const holds = (metrics: QueryMetric[], metric: QueryMetric) => metrics.some((one) => metricLabel(one) === metricLabel(metric))

/** Several metrics, in an own order. A metric that is there already is refused. */
export const Metrics = ({ control, value, onChange, state: { dataset } }: ControlProps) => (
  <PillsField
    control={control}
    values={asList<QueryMetric>(value)}
    onValues={onChange}
    valueOf={(field) => metricOf(field, dataset)}
    holds={holds}
    empty="Drop a metric here or press to add one"
    renderPill={({ value: metric, onValue, ...pill }) => <MetricPill metric={metric} dataset={dataset} onMetric={onValue} {...pill} />}
  />
)

/** One metric; another one replaces it. */
export const Metric = ({ control, value, onChange, state: { dataset } }: ControlProps) => (
  <PillsField
    single
    control={control}
    values={asList<QueryMetric>(value).slice(0, 1)}
    onValues={([metric]) => onChange(metric ?? null)}
    valueOf={(field) => metricOf(field, dataset)}
    empty={control.placeholder ?? 'Drop a metric here or press to choose one'}
    renderPill={({ value: metric, onValue, ...pill }) => <MetricPill metric={metric} dataset={dataset} onMetric={onValue} {...pill} />}
  />
)
