import { parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { t } from '#core/i18n/t.ts'
import css from './Calendar.module.css'

type Props = {
  label: string
  /** A day as `2024-03-31`. */
  value: string | null
  onChange: (value: string) => void
  min?: string
  max?: string
}

/** A calendar to choose one day: arrows move by day and week, PageUp and PageDown by month. */
export const DayCalendar = ({ label, value, onChange, min, max }: Props) => (
  <I18nProvider locale={t.locale}>
    <Calendar
      aria-label={label}
      value={value ? parseDate(value) : null}
      onChange={(day) => onChange(day.toString())}
      className={css['calendar'] ?? ''}
      {...(min && { minValue: parseDate(min) })}
      {...(max && { maxValue: parseDate(max) })}
    >
      <header className={css['head']}>
        <Button slot="previous" className={css['step'] ?? ''}>
          <ChevronLeft aria-hidden />
        </Button>
        <Heading className={css['month'] ?? ''} />
        <Button slot="next" className={css['step'] ?? ''}>
          <ChevronRight aria-hidden />
        </Button>
      </header>
      <CalendarGrid className={css['grid'] ?? ''}>
        <CalendarGridHeader>{(day) => <CalendarHeaderCell className={css['weekday'] ?? ''}>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={css['day'] ?? ''} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  </I18nProvider>
)
