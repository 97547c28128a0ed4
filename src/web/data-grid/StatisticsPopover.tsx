import { useMemo } from 'react'
import { t } from '#core/i18n/t.ts'
import { isTemporal } from '#core/table.ts'
import type { Column } from '#core/table.ts'
import { Popover } from '../ui/overlay/Popover.tsx'
import type { Anchor } from '../ui/overlay/Popover.tsx'
import { Facts, Histogram, TopValues, type Fact } from '../ui/profile/Profile.tsx'
import { maxDistinct, statisticsOf } from './column-statistics.ts'
import css from './StatisticsPopover.module.css'

type Props = {
  column: Column
  name: string
  /** The text of a cell, by row. */
  text: (row: number) => string
  anchor: Anchor
  onClose: () => void
}

const numberText = (value: number) => new Intl.NumberFormat(t.locale, { maximumSignificantDigits: 6 }).format(value)
const countText = (value: number) => value.toLocaleString(t.locale)

/** Statistics of the rows that a column of a table holds. */
export const StatisticsPopover = ({ column, name, text, anchor, onClose }: Props) => {
  const { rows, blank, distinct, top, ends, numbers } = useMemo(() => statisticsOf(column), [column])
  const isTime = isTemporal(column)
  const range: Fact[] = ends
    ? [
        [isTime ? t('First') : t('Lowest'), text(ends.lowest)],
        [isTime ? t('Last') : t('Highest'), text(ends.highest)],
      ]
    : []
  const sums: Fact[] = numbers
    ? [
        [t('Mean'), numberText(numbers.mean)],
        [t('Median'), numberText(numbers.median)],
        [t('Sum'), numberText(numbers.sum)],
      ]
    : []
  const facts: Fact[] = [
    ...range,
    ...sums,
    [t('Distinct values'), distinct === null ? t('%(count)s or more', { count: countText(maxDistinct) }) : countText(distinct)],
    [t('Blank'), t('%(blank)s of %(rows)s', { blank: countText(blank), rows: countText(rows) })],
  ]
  return (
    <Popover
      open
      onClose={onClose}
      anchor={anchor}
      label={t('Statistics of %(name)s', { name })}
      width={264}
      className={css['popover'] ?? ''}
    >
      <h3 className={css['title']}>{name}</h3>
      {numbers && numbers.bins.length > 1 && <Histogram bins={numbers.bins} />}
      {top.length > 0 && (
        <TopValues values={top.map(({ row, count }) => ({ label: text(row) || t('(empty text)'), count }))} countText={countText} />
      )}
      <Facts rows={facts} />
    </Popover>
  )
}
