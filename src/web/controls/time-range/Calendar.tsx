import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { addUnits, DAY, startOf } from '#core/time/civil.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { monthAfter, weeksOf } from './month.ts'
import css from './TimeRange.module.css'

type Props = {
  /** Midnight, epoch ms as if UTC. */
  value: number
  /** The stretch that is tinted: [from, to). */
  from: number | null
  to: number | null
  onDay: (day: number) => void
  label: string
}

const monday = Date.UTC(2024, 0, 1)
const formatted = (wall: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', ...options }).format(wall)

/** One month of days. Arrow keys move by days and weeks, PageUp and PageDown by months. */
export const Calendar = ({ value, from, to, onDay, label }: Props) => {
  const day = startOf(value, 'day')
  const [shown, setShown] = useState({ day, month: startOf(day, 'month') })
  const month = shown.day === day ? shown.month : startOf(day, 'month')
  const setMonth = (next: number) => setShown({ day, month: next })
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, () => number> = {
      ArrowLeft: () => day - DAY,
      ArrowRight: () => day + DAY,
      ArrowUp: () => day - 7 * DAY,
      ArrowDown: () => day + 7 * DAY,
      PageUp: () => addUnits(day, -1, 'month'),
      PageDown: () => addUnits(day, 1, 'month'),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    onDay(step())
  }
  return (
    <div className={css['calendar']}>
      <div className={css['monthHead']}>
        <IconButton dense label={t('Month before')} icon={<ChevronLeft />} onClick={() => setMonth(monthAfter(month, -1))} />
        <span>{formatted(month, { month: 'long', year: 'numeric' })}</span>
        <IconButton dense label={t('Month after')} icon={<ChevronRight />} onClick={() => setMonth(monthAfter(month, 1))} />
      </div>
      <div role="grid" aria-label={label} className={css['days']} onKeyDown={onKey}>
        <div role="row" className={css['week']}>
          {Array.from({ length: 7 }, (_, i) => (
            <span key={i} role="columnheader" aria-label={formatted(monday + i * DAY, { weekday: 'long' })} className={css['weekday']}>
              {formatted(monday + i * DAY, { weekday: 'narrow' })}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week, i) => (
          <div key={i} role="row" className={css['week']}>
            {week.map((one, place) =>
              one === null ? (
                <span key={place} role="gridcell" />
              ) : (
                <button
                  key={place}
                  type="button"
                  role="gridcell"
                  aria-selected={one === day}
                  aria-label={formatted(one, { dateStyle: 'long' })}
                  tabIndex={one === day || (startOf(day, 'month') !== month && one === month) ? 0 : -1}
                  className={cx(
                    css['day'],
                    from !== null && to !== null && one >= from && one < to && css['within'],
                    one === day && css['chosen'],
                  )}
                  onClick={() => onDay(one)}
                >
                  {new Date(one).getUTCDate()}
                </button>
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
