import { addUnits, DAY, dateOf, startOf } from '../civil.ts'
import type { Translate } from '../../i18n/t.ts'
import { guessFrame, noFilter, readCounted, separator, type CountedUnit } from './frame.ts'

/** Wall clock of an ISO text without zone, epoch milliseconds as if UTC; null when it is none. */
export const wallOfIso = (text: string): number | null => {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/.test(text)) return null
  const wall = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text}Z`)
  return Number.isNaN(wall) ? null : wall
}

const formatted = (wall: number, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(wall)

/** `1 Jan 2009`, with the clock where it is not midnight. */
export const dayText = (wall: number, t: Translate): string => {
  const locale = t.locale === 'en' ? 'en-GB' : t.locale
  const day = formatted(wall, locale, { day: 'numeric', month: 'short', year: 'numeric' })
  if (wall % DAY === 0) return day
  return `${day} ${formatted(wall, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(wall % 60_000 !== 0 && { second: '2-digit' }) })}`
}

const monthText = (wall: number, t: Translate) => formatted(wall, t.locale, { month: 'short', year: 'numeric' })

/** `2011`, `Aug 2004 to Dec 2008`, `1 Jan 2009 to 5 Jan 2009`: whole years and months by name, the end included. */
export const stretchText = (since: number, until: number, t: Translate): string => {
  const whole = (unit: 'year' | 'month' | 'day') => startOf(since, unit) === since && startOf(until, unit) === until && until > since
  if (whole('year')) {
    const [first, last] = [dateOf(since).year, dateOf(until).year - 1]
    return first === last ? String(first) : t('%(from)s to %(to)s', { from: first, to: last })
  }
  if (whole('month')) {
    const [first, last] = [monthText(since, t), monthText(addUnits(until, -1, 'month'), t)]
    return first === last ? first : t('%(from)s to %(to)s', { from: first, to: last })
  }
  if (whole('day')) {
    const [first, last] = [dayText(since, t), dayText(addUnits(until, -1, 'day'), t)]
    return first === last ? first : t('%(from)s to %(to)s', { from: first, to: last })
  }
  return t('%(from)s to %(to)s', { from: dayText(since, t), to: dayText(until, t) })
}

type Say = (count: number, t: Translate) => string

const lastWords: Record<CountedUnit, Say> = {
  second: (count, t) => t.plural(count, 'Last %(count)s second', 'Last %(count)s seconds'),
  minute: (count, t) => t.plural(count, 'Last %(count)s minute', 'Last %(count)s minutes'),
  hour: (count, t) => t.plural(count, 'Last %(count)s hour', 'Last %(count)s hours'),
  day: (count, t) => t.plural(count, 'Last %(count)s day', 'Last %(count)s days'),
  week: (count, t) => t.plural(count, 'Last %(count)s week', 'Last %(count)s weeks'),
  month: (count, t) => t.plural(count, 'Last %(count)s month', 'Last %(count)s months'),
  year: (count, t) => t.plural(count, 'Last %(count)s year', 'Last %(count)s years'),
}

const nextWords: Record<CountedUnit, Say> = {
  second: (count, t) => t.plural(count, 'Next %(count)s second', 'Next %(count)s seconds'),
  minute: (count, t) => t.plural(count, 'Next %(count)s minute', 'Next %(count)s minutes'),
  hour: (count, t) => t.plural(count, 'Next %(count)s hour', 'Next %(count)s hours'),
  day: (count, t) => t.plural(count, 'Next %(count)s day', 'Next %(count)s days'),
  week: (count, t) => t.plural(count, 'Next %(count)s week', 'Next %(count)s weeks'),
  month: (count, t) => t.plural(count, 'Next %(count)s month', 'Next %(count)s months'),
  year: (count, t) => t.plural(count, 'Next %(count)s year', 'Next %(count)s years'),
}

/** `Last 7 days`. */
const countedText = (value: string, t: Translate): string | null => {
  const counted = readCounted(value)
  return counted && (counted.frame === 'last' ? lastWords : nextWords)[counted.unit](counted.count, t)
}

/** `Previous week` for `previous calendar week`; every other preset is called as it is written. */
export const presetText = (value: string): string => value.replace(/^previous calendar (?=\w+$)/, 'Previous ')

const fromResolved = (since: string, until: string, t: Translate): string | null => {
  const [start, end] = [wallOfIso(since), wallOfIso(until)]
  if (start !== null && end !== null) return stretchText(start, end, t)
  if (start !== null && until === '') return t('Since %(from)s', { from: dayText(start, t) })
  if (end !== null && since === '') return t('Before %(to)s', { to: dayText(end, t) })
  return null
}

/**
 * What a pill says about a range: the words of a preset, or the actual stretch of a custom or advanced one where it is known
 * (from the text itself, else from what the server resolved), else the text.
 */
export const rangeText = (value: string, t: Translate, resolved?: { since: string; until: string } | null): string => {
  if (value === noFilter || value === '') return t('No filter')
  const frame = guessFrame(value)
  if (frame !== 'custom' && frame !== 'advanced') return countedText(value, t) ?? t(presetText(value))
  const at = value.indexOf(separator)
  const own = at < 0 ? null : fromResolved(value.slice(0, at).trim(), value.slice(at + separator.length).trim(), t)
  return own ?? (resolved ? fromResolved(resolved.since, resolved.until, t) : null) ?? value
}

const boundText = (text: string) => text.replace(/T00:00:00$/, '')

/** The actual range as it is applied: `2004-08-01 ≤ date < 2009-01-01`, `-∞` and `∞` where it is open. */
export const actualRange = (since: string, until: string, column = 'col'): string =>
  `${since === '' ? '-∞' : boundText(since)} ≤ ${column} < ${until === '' ? '∞' : boundText(until)}`
