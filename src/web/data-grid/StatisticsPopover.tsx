import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { ColumnProfile } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { isTemporal } from '#core/table.ts'
import type { Column } from '#core/table.ts'
import { errorText } from '../data/call-error.ts'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import { Popover } from '../ui/overlay/Popover.tsx'
import type { Anchor } from '../ui/overlay/Popover.tsx'
import { Facts, Histogram, TopValues, type Fact } from '../ui/profile/Profile.tsx'
import type { RouteQuery } from '../data/resources.ts'
import { maxDistinct, statisticsOf } from './column-statistics.ts'
import css from './StatisticsPopover.module.css'

/** Asks for the profile of a column over all rows, where the table holds some of them. */
export type WholeProfile = (name: string) => RouteQuery<{ result: ColumnProfile }>

type Shown = {
  column: Column
  /** The text of a cell, by row. */
  text: (row: number) => string
}

type Props = Shown & {
  name: string
  whole?: WholeProfile | undefined
  /** Shown above the statistics. */
  filter: ReactNode
  anchor: Anchor
  onClose: () => void
}

const numberText = (value: number) => new Intl.NumberFormat(t.locale, { maximumSignificantDigits: 6 }).format(value)
const countText = (value: number) => value.toLocaleString(t.locale)
const emptyText = (text: string) => text || t('(empty text)')

const blankFact = (blank: number, rows: number): Fact => [
  t('Blank'),
  t('%(blank)s of %(rows)s', { blank: countText(blank), rows: countText(rows) }),
]

const rangeNames = (column: Column): [string, string] => (isTemporal(column) ? [t('First'), t('Last')] : [t('Lowest'), t('Highest')])

/** Statistics of a column, and the filter of the rows by it. */
export const StatisticsPopover = ({ column, text, name, whole, filter, anchor, onClose }: Props) => (
  <Popover
    open
    onClose={onClose}
    anchor={anchor}
    label={t('Statistics of %(name)s', { name })}
    width={288}
    className={css['popover'] ?? ''}
  >
    <h3 className={css['title']}>{name}</h3>
    {filter}
    {whole ? <WholeStatistics column={column} text={text} whole={whole} /> : <RowStatistics column={column} text={text} />}
  </Popover>
)

/** Statistics of the rows that the table holds. */
const RowStatistics = ({ column, text }: Shown) => {
  const { rows, blank, distinct, top, ends, numbers } = useMemo(() => statisticsOf(column), [column])
  const [low, high] = rangeNames(column)
  const sums: Fact[] = numbers
    ? [
        [t('Mean'), numberText(numbers.mean)],
        [t('Median'), numberText(numbers.median)],
        [t('Sum'), numberText(numbers.sum)],
      ]
    : []
  const facts: Fact[] = [
    ...(ends ? [[low, text(ends.lowest)] as const, [high, text(ends.highest)] as const] : []),
    ...sums,
    [t('Distinct values'), distinct === null ? t('%(count)s or more', { count: countText(maxDistinct) }) : countText(distinct)],
    blankFact(blank, rows),
  ]
  return (
    <>
      {numbers && numbers.bins.length > 1 && <Histogram bins={numbers.bins} />}
      {top.length > 0 && <TopValues values={top.map(({ row, count }) => ({ label: emptyText(text(row)), count }))} countText={countText} />}
      <Facts rows={facts} />
    </>
  )
}

const valueText = (column: Column, value: string | number | null): string => {
  if (value === null) return '–'
  if (typeof value === 'number') return numberText(value)
  return isTemporal(column) ? value.replace('T', ' ') : emptyText(value)
}

/** Statistics of all rows, from the engine; of the rows in the table until they come, or where they cannot be had. */
const WholeStatistics = ({ column, text, whole }: Shown & { whole: WholeProfile }) => {
  const { data, error } = useQuery({ ...whole(column.name), staleTime: Infinity, retry: false })
  if (!data)
    return (
      <>
        {!error && <ProgressLine label={t('Loading')} />}
        <RowStatistics column={column} text={text} />
        <p className={css['extent']} role="status">
          {error
            ? t('Of the rows in the table. All rows: %(reason)s', { reason: errorText(error) })
            : t('Of the rows in the table. All rows are being counted…')}
        </p>
      </>
    )
  const { rows, blank, distinct, lowest, highest, mean, top, bins } = data.result
  const [low, high] = rangeNames(column)
  const facts: Fact[] = [
    ...(lowest === null ? [] : [[low, valueText(column, lowest)] as const, [high, valueText(column, highest)] as const]),
    ...(mean === null ? [] : [[t('Mean'), numberText(mean)] as const]),
    ...(distinct === null ? [] : [[t('Distinct values'), countText(distinct)] as const]),
    blankFact(blank, rows),
  ]
  return (
    <>
      {bins.length > 1 && <Histogram bins={bins} />}
      {(top[0]?.count ?? 0) > 1 && (
        <TopValues values={top.map(({ value, count }) => ({ label: valueText(column, value), count }))} countText={countText} />
      )}
      <Facts rows={facts} />
      <p className={css['extent']} role="status">
        {t('All rows of the query: %(rows)s', { rows: countText(rows) })}
      </p>
    </>
  )
}
