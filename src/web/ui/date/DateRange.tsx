import { parseDate, type CalendarDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DateRangePicker } from 'react-aria-components/DateRangePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { t } from '#core/i18n/t.ts'
import { useOverlayRoot } from '../overlay/overlay-root.ts'
import css from './Calendar.module.css'

/** Days as `2024-03-31`, both inclusive. */
export type DayRange = { start: string; end: string }

type Props = {
  label: string
  value: DayRange | null
  onChange: (value: DayRange | null) => void
  min?: string
  max?: string
  disabled?: boolean
}

const toRange = (value: DayRange | null): { start: CalendarDate; end: CalendarDate } | null =>
  value && { start: parseDate(value.start), end: parseDate(value.end) }

/** A date range, typed or chosen in a calendar. */
export const DateRange = ({ label, value, onChange, min, max, disabled = false }: Props) => {
  const root = useOverlayRoot()
  return (
    <I18nProvider locale={t.locale}>
      <DateRangePicker
        aria-label={label}
        value={toRange(value)}
        onChange={(range) => onChange(range && { start: range.start.toString(), end: range.end.toString() })}
        isDisabled={disabled}
        {...(min && { minValue: parseDate(min) })}
        {...(max && { maxValue: parseDate(max) })}
      >
        <Group className={css['box'] ?? ''}>
          <DateInput slot="start" className={css['input'] ?? ''}>
            {(segment) => <DateSegment segment={segment} className={css['segment'] ?? ''} />}
          </DateInput>
          <span aria-hidden>–</span>
          <DateInput slot="end" className={css['input'] ?? ''}>
            {(segment) => <DateSegment segment={segment} className={css['segment'] ?? ''} />}
          </DateInput>
          <Button className={css['open'] ?? ''}>
            <CalendarDays aria-hidden />
          </Button>
        </Group>
        <Popover className={css['popover'] ?? ''} offset={4} UNSTABLE_portalContainer={root}>
          <Dialog className={css['dialog'] ?? ''}>
            <RangeCalendar>
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
                <CalendarGridHeader>
                  {(day) => <CalendarHeaderCell className={css['weekday'] ?? ''}>{day}</CalendarHeaderCell>}
                </CalendarGridHeader>
                <CalendarGridBody>{(date) => <CalendarCell date={date} className={css['day'] ?? ''} />}</CalendarGridBody>
              </CalendarGrid>
            </RangeCalendar>
          </Dialog>
        </Popover>
      </DateRangePicker>
    </I18nProvider>
  )
}
