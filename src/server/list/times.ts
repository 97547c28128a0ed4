import { t } from '#core/i18n/t.ts'

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** The age of a time: `2 seconds ago`, `an hour ago`, `1 year, 3 months ago`. */
export const humanizeAge = (iso: string, now: Date): string => {
  const seconds = Math.floor((now.getTime() - Date.parse(iso)) / 1000)
  if (seconds < 1) return t('now')
  if (seconds < minuteSeconds) return t.plural(seconds, 'a second ago', '%(count)s seconds ago')
  if (seconds < hourSeconds) return t.plural(Math.floor(seconds / minuteSeconds), 'a minute ago', '%(count)s minutes ago')
  if (seconds < daySeconds) return t.plural(Math.floor(seconds / hourSeconds), 'an hour ago', '%(count)s hours ago')
  const days = Math.floor(seconds / daySeconds)
  if (days < 30) return t.plural(days, 'a day ago', '%(count)s days ago')
  if (days < 365) return t.plural(Math.floor(days / 30.5) || 1, 'a month ago', '%(count)s months ago')
  const years = Math.floor(days / 365)
  return t.plural(years, 'a year ago', '%(count)s years ago')
}

const withMicroseconds = (iso: string): string => iso.replace(/\.(\d{3})Z$/, '.$1000')

/** An ISO time in UTC without zone, as in Superset's responses: with microseconds, or up to the seconds where these are whole. */
export const withoutZone = (iso: string): string => withMicroseconds(iso).replace(/\.000000$/, '')

export const withOffset = (iso: string): string => `${withMicroseconds(iso)}+0000`
