import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ControlProps } from './control-props.ts'
import { BlockField } from './ControlField.tsx'
import type { Dragged } from './field/drag.ts'
import { dataKind } from './field/kind.ts'
import { openMetric, suggestedAggregate, toMetric, withColumn } from './metric/metric-draft.ts'
import { MetricPill } from './metric/MetricPill.tsx'
import { PillList } from './pills/PillList.tsx'

/** The metric that a dropped field stands for; null when it stands for none. */
export const metricOf = (dragged: Dragged, dataset: ControlProps['state']['dataset']): QueryMetric | null => {
  if (dragged.kind === 'metric') return dragged.name
  const column = dragged.kind === 'column' && dataset?.columns.find((candidate) => candidate.column_name === dragged.name)
  return column ? toMetric(withColumn(openMetric(null, dataset), { ...column }, suggestedAggregate(dataKind(column)))) : null
}

const holds = (metrics: QueryMetric[], metric: QueryMetric) => metrics.some((one) => metricLabel(one) === metricLabel(metric))

/** Several metrics: pills that open an editor, dropped fields, an own order. A metric that is there already is refused. */
export const Metrics = ({ control, value, onChange, state }: ControlProps) => {
  const metrics = asList<QueryMetric>(value)
  const [open, setOpen] = useState<number | null>(null)
  const { dataset } = state
  const put = (index: number, metric: QueryMetric | null) =>
    onChange(metric === null ? metrics.toSpliced(index, 1) : index < metrics.length ? metrics.with(index, metric) : [...metrics, metric])
  const move = (from: number, to: number) => {
    const metric = metrics[from]
    if (metric !== undefined && to >= 0 && to < metrics.length) onChange(metrics.toSpliced(from, 1).toSpliced(to, 0, metric))
  }
  const count = metrics.length + (open === metrics.length ? 1 : 0)
  return (
    <BlockField
      control={control}
      action={
        <IconButton
          dense
          label={t('Add to %(name)s', { name: t(control.label) })}
          icon={<Plus />}
          onClick={() => setOpen(metrics.length)}
        />
      }
    >
      {(labelId) => (
        <PillList
          list={control.name}
          count={count}
          labelledBy={labelId}
          accepts={(dragged) => {
            const metric = metricOf(dragged, dataset)
            return metric !== null && !holds(metrics, metric)
          }}
          onDropField={(dragged, at) => {
            const metric = metricOf(dragged, dataset)
            if (metric !== null) onChange(metrics.toSpliced(at, 0, metric))
          }}
          onMove={move}
          {...(control.required && { empty: 'Drop a metric here or press to add one', onEmpty: () => setOpen(0) })}
          renderPill={(i) => (
            <MetricPill
              metric={metrics[i] ?? null}
              dataset={dataset}
              open={open === i}
              onOpen={(isOpen) => setOpen(isOpen ? i : null)}
              onMetric={(metric) => put(i, metric)}
              onRemove={i < metrics.length ? () => put(i, null) : undefined}
              onMove={(step) => move(i, i + step)}
              dragged={{ kind: 'pill', list: control.name, index: i }}
              index={i}
            />
          )}
        />
      )}
    </BlockField>
  )
}
