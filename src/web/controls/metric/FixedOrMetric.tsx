import { readFixedOrMetric } from '#charts/shared/form/fixed-or-metric.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { NumberRow } from '../input/FormRows.tsx'
import { Metric } from './Metrics.tsx'

/** The same size for all, or one by a metric. */
export const FixedOrMetric = ({ control, value, onChange, state }: ControlProps<'fixed-or-metric'>) => {
  const held = readFixedOrMetric(value)
  const type = held?.type ?? 'fix'
  const usual = control.default?.type === 'fix' ? control.default.value : 1
  const setMetric = (metric: QueryMetric | null) => onChange({ type: 'metric', value: metric })
  return (
    <BlockField control={control}>
      {(labelId) => (
        <div className={css['group']} aria-labelledby={labelId}>
          <Segmented
            label={t(control.label)}
            options={[
              { key: 'fix', label: t('Fixed') },
              { key: 'metric', label: t('Based on a metric') },
            ]}
            value={type}
            onChange={(next) => (next === 'fix' ? onChange({ type: 'fix', value: usual }) : setMetric(null))}
          />
          {held?.type === 'metric' ? (
            <Metric
              control={{ name: control.name, type: 'metric', label: '', required: true }}
              value={held.value}
              onChange={(metric) => setMetric(readMetric(metric))}
              state={state}
            />
          ) : (
            <NumberRow
              label={t('Value')}
              value={held?.value ?? null}
              onNumber={(fixed) => fixed !== null && onChange({ type: 'fix', value: fixed })}
            />
          )}
        </div>
      )}
    </BlockField>
  )
}

const readMetric = (value: unknown): QueryMetric | null => {
  const held = readFixedOrMetric({ type: 'metric', value })
  return held?.type === 'metric' ? held.value : null
}
