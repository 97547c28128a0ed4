import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { msg, t } from '#core/i18n/t.ts'
import { useSurface } from '../../../controls/control-props.ts'
import { FieldIcon } from '../../../controls/field/FieldIcon.tsx'
import type { Field } from '../../../controls/field/landing.ts'
import { columnName, dataKind, metricName } from '../../../controls/field/kind.ts'
import type { ColumnFacts } from '../../../controls/field/kind.ts'
import { useNumberProfile } from '../../../controls/field/number-profile.ts'
import { useValues } from '../../../controls/filter/values.ts'
import { rowsOverTime } from '../../../controls/time-range/rows.ts'
import { dayText } from '#core/time/range/words.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Facts, Histogram, TopValues, type Fact } from '../../../ui/profile/Profile.tsx'
import { useExplore } from '../state/explore-context.ts'
import css from './DataPane.module.css'

const kindNames = { time: msg('time'), number: msg('number'), text: msg('text'), boolean: msg('true or false') } as const

const numberText = (value: number) =>
  Number.isNaN(value)
    ? '–'
    : new Intl.NumberFormat(t.locale, {
        maximumFractionDigits: 2,
        minimumFractionDigits: Number.isInteger(value) || Math.abs(value) >= 1e6 ? 0 : 2,
      }).format(value)

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
      {column && kind === 'number' && <Numbers column={column} />}
      {column && kind === 'time' && <Times column={column} />}
      {column && (kind === 'text' || kind === 'boolean') && <Texts column={column} />}
    </aside>
  )
}

const ProfileSkeleton = () => (
  <div className={css['waiting']}>
    <Skeleton height={48} />
    <Skeleton width="70%" />
    <Skeleton width="80%" />
  </div>
)

const ProfileError = () => <p className={css['description']}>{t('The statistics of this column could not be loaded.')}</p>

const Numbers = ({ column }: { column: ColumnFacts }) => {
  const { datasource, backend } = useSurface()
  const { data, isError } = useNumberProfile({ id: Number(datasource.id), type: datasource.type, backend }, column)
  const samples = useValues(useSurface(), column.column_name, '').data?.values.slice(0, 3) ?? []
  if (isError) return <ProfileError />
  if (!data) return <ProfileSkeleton />
  const mostFrequent: Fact[] =
    samples.length > 0 ? [[t('Most frequent'), samples.map(({ value }) => numberText(Number(value))).join(', ')]] : []
  return (
    <>
      <Histogram bins={data.bins} />
      <Facts
        rows={[
          [t('Lowest'), numberText(data.lowest)],
          [data.isMedian ? t('Median') : t('Mean'), numberText(data.middle)],
          [t('Highest'), numberText(data.highest)],
          [t('Blank'), t('%(blank)s of %(rows)s', { blank: numberText(data.blank), rows: numberText(data.rows) })],
          ...mostFrequent,
        ]}
      />
    </>
  )
}

const Times = ({ column }: { column: ColumnFacts }) => {
  const { data, isError } = useQuery(rowsOverTime(useSurface().datasource, column.column_name))
  if (isError) return <ProfileError />
  if (data === undefined) return <ProfileSkeleton />
  if (data === null) return <p className={css['description']}>{t('All rows are blank.')}</p>
  return (
    <>
      <Histogram bins={data.rows.map(({ rows }) => rows)} />
      <Facts
        rows={[
          [t('First'), dayText(data.span[0], t)],
          [t('Last'), dayText(data.span[1], t)],
          [t('Rows'), numberText(data.rows.reduce((sum, { rows }) => sum + rows, 0))],
        ]}
      />
    </>
  )
}

const Texts = ({ column }: { column: ColumnFacts }) => {
  const { data, isError, isPending } = useValues(useSurface(), column.column_name, '')
  if (isError) return <ProfileError />
  if (isPending || !data) return <ProfileSkeleton />
  return (
    <>
      <TopValues
        values={data.values.slice(0, 4).map(({ value, count }) => ({ label: value === '' ? t('(empty text)') : String(value), count }))}
        countText={numberText}
      />
      <Facts
        rows={[
          [
            t('Distinct values'),
            data.isCut ? t('%(count)s or more', { count: numberText(data.values.length) }) : numberText(data.values.length),
          ],
          [t('Blank'), numberText(data.blank)],
        ]}
      />
    </>
  )
}
