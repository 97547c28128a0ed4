import { useState } from 'react'
import type { DatasetFacts } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import type { Dragged } from '../field/drag.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { metricName } from '../field/kind.ts'
import { EditorPopover } from '../pills/EditorPopover.tsx'
import { Pill } from '../pills/Pill.tsx'
import { metricEditor } from '../editors.ts'

type Props = {
  metric: QueryMetric | null
  dataset: DatasetFacts | null
  open: boolean
  onOpen: (open: boolean) => void
  onMetric: (metric: QueryMetric | null) => void
  onRemove?: (() => void) | undefined
  onMove?: ((step: -1 | 1) => void) | undefined
  dragged?: Dragged | null
  index?: number
}

const nameOf = (metric: QueryMetric, dataset: DatasetFacts | null): string => {
  if (typeof metric !== 'string') return metricLabel(metric)
  const saved = dataset?.metrics.find((candidate) => candidate.metric_name === metric)
  return saved ? metricName(saved) : metric
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
export const MetricPill = ({ metric, dataset, open, onOpen, onMetric, onRemove, onMove, dragged = null, index }: Props) => {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const isReady = metricEditor.useReady(open)
  const [before, setBefore] = useState<QueryMetric | null>(metric)
  const kind = metric !== null && typeof metric !== 'string' && metric.expressionType === 'SQL' ? 'sql' : 'metric'
  return (
    <>
      <Pill
        pillRef={setAnchor}
        icon={<FieldIcon kind={kind} />}
        name={metric === null ? t('New metric') : nameOf(metric, dataset)}
        warning={metric === null ? null : metricWarning(metric, dataset)}
        open={open}
        onOpen={() => {
          setBefore(metric)
          onOpen(!open)
        }}
        onRemove={onRemove}
        onMove={onMove}
        dragged={dragged}
        {...(index !== undefined && { index })}
      />
      {open && isReady && (
        <EditorPopover
          anchor={anchor}
          label={t('Metric')}
          height={500}
          onDone={() => onOpen(false)}
          onCancel={() => {
            onMetric(before)
            onOpen(false)
          }}
        >
          <metricEditor.Part
            value={metric}
            dataset={dataset}
            onMetric={onMetric}
            onDone={() => onOpen(false)}
            onCancel={() => {
              onMetric(before)
              onOpen(false)
            }}
          />
        </EditorPopover>
      )}
    </>
  )
}
