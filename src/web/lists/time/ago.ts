import { t } from '#core/i18n/t.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)

/** Relative time: "4 minutes ago", "yesterday", "Monday", "last week". */
export const ago = (iso: string | null | undefined, now: number = Date.now()): string => {
  const time = Date.parse(iso ?? '')
  if (Number.isNaN(time)) return ''
  const words = new Intl.RelativeTimeFormat(t.locale, { numeric: 'auto' })
  const passed = Math.max(0, now - time)
  const days = Math.round((midnight(now) - midnight(time)) / day)
  if (passed < minute) return t('just now')
  if (passed < hour) return words.format(-Math.floor(passed / minute), 'minute')
  if (days <= 0 || passed < 6 * hour) return words.format(-Math.floor(passed / hour), 'hour')
  if (days === 1) return words.format(-1, 'day')
  if (days < 7) return new Intl.DateTimeFormat(t.locale, { weekday: 'long' }).format(time)
  if (days < 31) return words.format(-Math.floor(days / 7), 'week')
  if (days < 365) return words.format(-Math.max(1, Math.floor(days / 30.44)), 'month')
  return words.format(-Math.floor(days / 365.25), 'year')
}

/** The full date and time, for the tooltip. */
export const moment = (iso: string | null | undefined): string => {
  const time = Date.parse(iso ?? '')
  return Number.isNaN(time) ? '' : new Intl.DateTimeFormat(t.locale, { dateStyle: 'full', timeStyle: 'short' }).format(time)
}
