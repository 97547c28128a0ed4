import { t } from '#core/i18n/t.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long ago, in words: `2 seconds ago`, `an hour ago`, `1 year, 3 months ago`. */
export const humanized = (iso: string, now: Date): string => {
  const seconds = Math.floor((now.getTime() - Date.parse(iso)) / 1000)
  if (seconds < 1) return t('now')
  if (seconds < minute) return t.plural(seconds, 'a second ago', '%(count)s seconds ago')
  if (seconds < hour) return t.plural(Math.floor(seconds / minute), 'a minute ago', '%(count)s minutes ago')
  if (seconds < day) return t.plural(Math.floor(seconds / hour), 'an hour ago', '%(count)s hours ago')
  const days = Math.floor(seconds / day)
  if (days < 30) return t.plural(days, 'a day ago', '%(count)s days ago')
  if (days < 365) return t.plural(Math.floor(days / 30.5) || 1, 'a month ago', '%(count)s months ago')
  const years = Math.floor(days / 365)
  return t.plural(years, 'a year ago', '%(count)s years ago')
}

/** ISO time without zone, as the wire has it: UTC. */
export const naive = (iso: string): string => iso.replace(/\.(\d{3})Z$/, '.$1000')

export const withOffset = (iso: string): string => `${naive(iso)}+0000`
