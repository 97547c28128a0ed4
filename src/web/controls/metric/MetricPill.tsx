import type { ComponentProps } from 'react'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { metricEditor } from '../editors.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { EditedPill } from '../pills/EditedPill.tsx'
import type { Pill } from '../pills/Pill.tsx'
import { metricText } from './metric-words.ts'

type Props = Pick<ComponentProps<typeof Pill>, 'onRemove' | 'onMove' | 'dragged' | 'index'> & {
  metric: QueryMetric | null
  dataset: DatasetFacts | null
  open: boolean
  onOpen: (open: boolean) => void
  onMetric: (metric: QueryMetric | null) => void
}

/** Why a metric may not work with the dataset that is there now. */
export const metricWarning = (metric: QueryMetric, dataset: DatasetFacts | null): string | null => {
  if (!dataset) return null
  const known =
    typeof metric === 'string'
      ? dataset.metrics.some((candidate) => candidate.metric_name === metric)
      : metric.expressionType === 'SQL' ||
        !metric.column?.column_name ||
        dataset.columns.some((column) => column.column_name === metric.column?.column_name)
  return known ? null : t('This metric might be incompatible with current dataset')
}

/** A metric in a control; its editor opens below it. Without a metric it is the one being made. */
export const MetricPill = ({ metric, dataset, open, onOpen, onMetric, ...pill }: Props) => {
  const isReady = metricEditor.useReady(open)
  const kind = metric !== null && typeof metric !== 'string' && metric.expressionType === 'SQL' ? 'sql' : 'metric'
  const done = () => onOpen(false)
  return (
    <EditedPill
      {...pill}
      icon={<FieldIcon kind={kind} />}
      name={metric === null ? t('New metric') : metricText(metric, dataset)}
      warning={metric === null ? null : metricWarning(metric, dataset)}
      value={metric}
      open={open}
      onOpen={onOpen}
      onCancel={(before) => {
        onMetric(before)
        done()
      }}
      label={t('Metric')}
      height={500}
      isReady={isReady}
      renderEditor={(cancel) => <metricEditor.Part value={metric} {...{ dataset, onMetric }} onDone={done} onCancel={cancel} />}
    />
  )
}
