import { Plus } from 'lucide-react'
import { msg, t } from '#core/i18n/t.ts'
import { FieldIcon } from '../../../controls/field/FieldIcon.tsx'
import type { Field } from '../../../controls/field/landing.ts'
import { columnName, dataKind, metricName } from '../../../controls/field/kind.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ColumnStatistics } from '../../../dataset/profile/ColumnStatistics.tsx'
import { useExplore } from '../state/explore-context.ts'
import css from './DataPane.module.css'

const kindNames = { time: msg('time'), number: msg('number'), text: msg('text'), boolean: msg('true or false') } as const

type Props = {
  field: Field
  /** Adds the field to the chart. Without it the profile only shows. */
  onAdd?: () => void
}

/** Statistics of a field: its kind, distribution and sample values. */
export const ColumnProfile = ({ field, onAdd }: Props) => {
  const dataset = useExplore((state) => state.dataset)
  const column = field.kind === 'column' ? dataset.columns.find((candidate) => candidate.column_name === field.name) : undefined
  const metric = field.kind === 'metric' ? dataset.metrics.find((candidate) => candidate.metric_name === field.name) : undefined
  const name = column ? columnName(column) : metric ? metricName(metric) : field.name
  const kind = column ? dataKind(column) : 'metric'
  return (
    <aside className={cx(css['profile'], !onAdd && css['floating'])} aria-label={t('About %(name)s', { name })}>
      <div className={css['profileHead']}>
        <FieldIcon kind={column?.expression ? 'calculated' : kind} />
        <strong>{name}</strong>
        <span>{column ? t(kindNames[dataKind(column)]) : t('metric')}</span>
        {onAdd && <IconButton dense label={t('Add %(name)s to the chart', { name })} icon={<Plus />} onClick={onAdd} />}
      </div>
      {(column?.description ?? metric?.description) && <p className={css['description']}>{column?.description ?? metric?.description}</p>}
      {metric && <code className={css['expression']}>{metric.expression}</code>}
      {column?.expression && <code className={css['expression']}>{column.expression}</code>}
      {column && <ColumnStatistics column={column} />}
    </aside>
  )
}
