import { useQuery } from '@tanstack/react-query'
import { dayText } from '#core/time/range/words.ts'
import { t } from '#core/i18n/t.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Facts, Histogram, TopValues, type Fact } from '../../ui/profile/Profile.tsx'
import { useSurface } from '../../controls/control-props.ts'
import { useValues } from '../../controls/filter/values.ts'
import { rowsOverTime } from '../../controls/time-range/rows.ts'
import { dataKind, type ColumnFacts } from '../../controls/field/kind.ts'
import { useNumberProfile } from '../../controls/field/number-profile.ts'
import css from './ColumnStatistics.module.css'

const numberText = (value: number) =>
  Number.isNaN(value)
    ? '–'
    : new Intl.NumberFormat(t.locale, {
        maximumFractionDigits: 2,
        minimumFractionDigits: Number.isInteger(value) || Math.abs(value) >= 1e6 ? 0 : 2,
      }).format(value)

/** How the values of a column are distributed, computed by its database. */
export const ColumnStatistics = ({ column }: { column: ColumnFacts }) => {
  const kind = dataKind(column)
  if (kind === 'number') return <Numbers column={column} />
  return kind === 'time' ? <Times column={column} /> : <Texts column={column} />
}

const ProfileSkeleton = () => (
  <div className={css['waiting']}>
    <Skeleton height={48} />
    <Skeleton width="70%" />
    <Skeleton width="80%" />
  </div>
)

const ProfileError = () => <p className={css['note']}>{t('The statistics of this column could not be loaded.')}</p>

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
  if (data === null) return <p className={css['note']}>{t('All rows are blank.')}</p>
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
