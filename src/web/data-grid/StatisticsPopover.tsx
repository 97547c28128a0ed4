import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { isTemporal } from '#core/table.ts'
import type { Column } from '#core/table.ts'
import { Popover } from '../ui/overlay/Popover.tsx'
import type { Anchor } from '../ui/overlay/Popover.tsx'
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
  const maxBin = Math.max(1, ...(numbers?.bins ?? []))
  const isTime = isTemporal(column)
  const facts: [label: string, value: ReactNode][] = [
    ...(ends
      ? [
          [isTime ? t('First') : t('Lowest'), text(ends.lowest)] as [string, string],
          [isTime ? t('Last') : t('Highest'), text(ends.highest)] as [string, string],
        ]
      : []),
    ...(numbers
      ? ([
          [t('Mean'), numberText(numbers.mean)],
          [t('Median'), numberText(numbers.median)],
          [t('Sum'), numberText(numbers.sum)],
        ] as [string, string][])
      : []),
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
      {numbers && numbers.bins.length > 1 && (
        <div className={css['bins']} aria-hidden>
          {numbers.bins.map((bin, i) => (
            <i key={i} style={{ height: bin === 0 ? 0 : `${Math.max(3, (bin / maxBin) * 100)}%` }} />
          ))}
        </div>
      )}
      {top.length > 0 && (
        <ul className={css['top']}>
          {top.map(({ row, count }) => (
            <li key={row}>
              <span title={text(row)}>{text(row) || t('(empty text)')}</span>
              <i>
                <b style={{ width: `${(count / (top[0]?.count ?? 1)) * 100}%` }} />
              </i>
              <em>{countText(count)}</em>
            </li>
          ))}
        </ul>
      )}
      <dl className={css['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  )
}
