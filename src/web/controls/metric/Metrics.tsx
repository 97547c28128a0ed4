import type { QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { useSurface } from '../control-props.ts'
import type { ControlProps } from '../control-props.ts'
import { metricLanding } from '../field/landing.ts'
import { MetricPill } from './MetricPill.tsx'
import { PillsField } from '../pills/PillsField.tsx'

/** Several metrics in the order that the user chose. A duplicate is rejected. */
export const Metrics = ({ control, value, onChange, state }: ControlProps<'metrics'>) => {
  const surface = useSurface()
  return (
    <PillsField
      control={control}
      values={asList<QueryMetric>(value)}
      onValues={onChange}
      landing={(field) => metricLanding(field, { control, state, surface })}
      empty="Drop a metric here or press to add one"
      renderPill={({ value: metric, onValue, ...pill }) => (
        <MetricPill metric={metric} dataset={state.dataset} onMetric={onValue} {...pill} />
      )}
    />
  )
}

/** One metric; another one replaces it. */
export const Metric = ({ control, value, onChange, state }: ControlProps<'metric'>) => {
  const surface = useSurface()
  return (
    <PillsField
      single
      control={control}
      values={asList<QueryMetric>(value).slice(0, 1)}
      onValues={([metric]) => onChange(metric ?? null)}
      landing={(field) => metricLanding(field, { control, state, surface })}
      empty={control.placeholder ?? 'Drop a metric here or press to choose one'}
      renderPill={({ value: metric, onValue, ...pill }) => (
        <MetricPill metric={metric} dataset={state.dataset} onMetric={onValue} {...pill} />
      )}
    />
  )
}
