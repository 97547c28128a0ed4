import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { useSurface } from '../control-props.ts'
import { rowsOverTime, useRowsWithin } from './rows.ts'
import css from './TimeRange.module.css'
import { wallOfIso } from '#core/time/range/words.ts'

type Props = {
  column: string
  /** The range as the wire writes it. */
  text: string
  /** Its actual ends; null while they are not known. */
  range: { since: string; until: string } | null
  children: ReactNode
}

const monthText = (wall: number) => new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(wall)

/** The actual range, how many rows it holds, and where they lie. */
export const RowsOverTime = ({ column, text, range, children }: Props) => {
  const surface = useSurface()
  const { data } = useQuery(rowsOverTime(surface.datasource, column))
  const from = range ? (range.since === '' ? -Infinity : (wallOfIso(range.since) ?? -Infinity)) : null
  const to = range ? (range.until === '' ? Infinity : (wallOfIso(range.until) ?? Infinity)) : null
  const isWithin = (start: number) =>
    from !== null && to !== null && data !== null && data !== undefined && start + data.lasts > from && start < to
  const all = data?.rows.reduce((sum, { rows }) => sum + rows, 0) ?? 0
  const within = useRowsWithin(surface, column, { range: text, enabled: data !== undefined && data !== null && range !== null })
  const most = Math.max(1, ...(data?.rows.map(({ rows }) => rows) ?? []))
  return (
    <>
      <div className={css['actualLine']}>
        <strong>{children}</strong>
        {data && within.data !== undefined && (
          <span>
            {t('%(chosen)s of %(rows)s rows', { chosen: within.data.toLocaleString(t.locale), rows: all.toLocaleString(t.locale) })}
          </span>
        )}
      </div>
      {data && data.rows.length > 0 && (
        <>
          <div className={css['bars']} aria-hidden>
            {data.rows.map(({ start, rows }) => (
              <i
                key={start}
                className={cx(isWithin(start) && css['barWithin'])}
                style={{ height: `${Math.max(8, (rows / most) * 100)}%` }}
              />
            ))}
          </div>
          <div className={css['ends']}>
            <span>{monthText(data.span[0])}</span>
            <span>{monthText(data.span[1])}</span>
          </div>
        </>
      )}
    </>
  )
}
