import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ControlProps } from './control-props.ts'
import { BlockField } from './ControlField.tsx'
import { metricOf } from './Metrics.tsx'
import { MetricPill } from './metric/MetricPill.tsx'
import { PillList } from './pills/PillList.tsx'

/** One metric; another one replaces it. */
export const Metric = ({ control, value, onChange, state }: ControlProps) => {
  const metric = asList<QueryMetric>(value)[0] ?? null
  const [open, setOpen] = useState(false)
  const { dataset } = state
  return (
    <BlockField
      control={control}
      action={
        metric === null && (
          <IconButton dense label={t('Add to %(name)s', { name: t(control.label) })} icon={<Plus />} onClick={() => setOpen(true)} />
        )
      }
    >
      {(labelId) => (
        <PillList
          list={control.name}
          count={metric !== null || open ? 1 : 0}
          labelledBy={labelId}
          accepts={(dragged) => metricOf(dragged, dataset) !== null}
          onDropField={(dragged) => onChange(metricOf(dragged, dataset))}
          onMove={() => {}}
          {...(control.required && {
            empty: control.placeholder ?? 'Drop a metric here or press to choose one',
            onEmpty: () => setOpen(true),
          })}
          renderPill={() => (
            <MetricPill
              metric={metric}
              dataset={dataset}
              open={open}
              onOpen={setOpen}
              onMetric={onChange}
              onRemove={metric === null ? undefined : () => onChange(null)}
            />
          )}
        />
      )}
    </BlockField>
  )
}
