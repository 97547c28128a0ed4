import { t } from '../i18n/t.ts'
import type { CalendarUnit } from './civil.ts'
import { dateAdd, dateTrunc, evaluateExpression, type EvaluationContext, lastDay, lastDayUnits } from './expression.ts'
import { moveBackByText, readTime } from './text/human-time.ts'
import { instantOf, type Moment, momentText } from './moment.ts'
import { cannotParse, TimeError } from './time-error.ts'

export const NO_TIME_RANGE = 'No filter'
export const RANGE_SEPARATOR = ' : '

/** Half-open: `since` belongs to the range, `until` does not; null is an open end. */
export type TimeRange = { since: Moment | null; until: Moment | null }

export type TimeRangeContext = EvaluationContext & {
  /**
   * What relative forms count from and to: `today` (midnight) or `now`. The settings DEFAULT_RELATIVE_START_TIME and
   * DEFAULT_RELATIVE_END_TIME, or the query's extras. A chart and its preview must pass the same. Without a start,
   * days and longer count from `today`, seconds and minutes from `now`.
   */
  relativeStart?: string | null
  relativeEnd?: string | null
  /** Legacy: both ends move back by it (`1 week`); or a whole range of its own (`2019-01-01 : 2019-02-01`). */
  timeShift?: string | null
  /** Legacy ends, used when the range has no separator. */
  since?: string | null
  until?: string | null
}

type Scope = 'this' | 'last' | 'prior' | 'next'
const units = '(second|minute|day|week|month|quarter|year)s?'

const baseFor = (unit: CalendarUnit, context: TimeRangeContext): Moment =>
  readTime(context.relativeStart ?? (unit === 'second' || unit === 'minute' ? 'now' : 'today'), context.now)

const scoped = (scope: Scope, count: string | undefined, unit: CalendarUnit, context: TimeRangeContext): Moment => {
  const base = baseFor(unit, context)
  if (scope === 'this') return base
  return dateAdd(base, Number(count ?? 1) * (scope === 'next' ? 1 : -1), unit)
}

const edge = (edgeName: string, moment: Moment, unit: CalendarUnit): Moment => {
  if (edgeName !== 'end of') return dateTrunc(moment, unit)
  const lastDayUnit = lastDayUnits.find((u) => u === unit)
  if (!lastDayUnit) throw new TimeError(`Expected {${lastDayUnits.map((u) => `'${u}'`).join(' | ')}}, found '${unit}'`)
  return lastDay(moment, lastDayUnit)
}

type Form = [pattern: RegExp, resolve: (groups: string[], context: TimeRangeContext) => Moment]

const forms: Form[] = [
  [
    /^(start of|beginning of|end of)\s+(this|last|next|prior)\s+([0-9]+)?\s*(day|week|month|quarter|year)s?$/,
    ([name = '', scope, count, unit], context) =>
      edge(name, scoped(scope as Scope, count, unit as CalendarUnit, context), unit as CalendarUnit),
  ],
  [
    /^(?:first|1st)\s+(?:day\s+)?of\s+(this|last|next|prior)\s+(day|week|month|quarter|year)s?$/,
    ([scope, unit], context) => dateTrunc(scoped(scope as Scope, undefined, unit as CalendarUnit, context), unit as CalendarUnit),
  ],
  [
    /^(?:first|1st)\s+(?:day\s+)?of\s+(?:the\s+)?(week|month|quarter|year)$/,
    ([unit], context) => dateTrunc(baseFor(unit as CalendarUnit, context), unit as CalendarUnit),
  ],
  [
    new RegExp(String.raw`^(this|last|next|prior)\s+([0-9]+)?\s*${units}$`),
    ([scope, count, unit], context) => scoped(scope as Scope, count, unit as CalendarUnit, context),
  ],
  // Superset 6.1 loses the hours and fails; its 3.0 counts back from the relative start
  [/^(?:last|prior)\s+([0-9]+)\s*hours?$/, ([count], context) => scoped('last', count, 'hour', context)],
  [/^next\s+([0-9]+)\s*hours?$/, ([count], context) => dateAdd({ wall: context.now }, Number(count), 'hour')],
]

const expressionStart = /^(DATETIME|DATEADD|DATETRUNC|LASTDAY|HOLIDAY)/i

const resolveSide = (side: string, context: TimeRangeContext): Moment | null => {
  if (side === '') return null
  for (const [pattern, resolve] of forms) {
    const found = pattern.exec(side.toLowerCase())
    if (found) return resolve(found.slice(1), context)
  }
  if (!expressionStart.test(side)) {
    if (side.includes("'")) throw cannotParse(side)
    return readTime(side, context.now)
  }
  const value = evaluateExpression(side, context)
  if (typeof value === 'number') throw cannotParse(side)
  return value
}

/** `previous calendar month`, `Current week`, `first week of this year`: ranges of whole calendar units, known only alone. */
const calendarRange = (text: string, context: TimeRangeContext): TimeRange | undefined => {
  const today = readTime('today', context.now)
  const previous = /^previous calendar (week|month|quarter|year)/.exec(text)?.[1] as CalendarUnit | undefined
  if (previous) return { since: dateTrunc(dateAdd(today, -1, previous), previous), until: dateTrunc(today, previous) }
  const current = /^Current (day|week|month|quarter|year)/.exec(text)?.[1] as CalendarUnit | undefined
  if (current) return { since: dateTrunc(today, current), until: dateTrunc(dateAdd(today, 1, current), current) }
  const first = /^(?:first|1st)\s+(week|month|quarter)\s+of\s+(?:(this|last|next|prior)\s+)?(?:the\s+)?(week|month|quarter|year)$/i.exec(
    text,
  )
  if (!first) return undefined
  const [part, scope = 'this', unit] = first.slice(1).map((word) => word?.toLowerCase()) as [CalendarUnit, Scope?, CalendarUnit?]
  if (!unit) return undefined
  const since = dateTrunc(scoped(scope, undefined, unit, context), unit)
  return { since, until: dateAdd(since, 1, part) }
}

const ends = (text: string, context: TimeRangeContext): TimeRange => {
  const { relativeStart, relativeEnd } = context
  let range = text
  if (!text.includes(RANGE_SEPARATOR)) {
    if (text.startsWith('Last')) range = `${text}${RANGE_SEPARATOR}${relativeEnd || 'today'}`
    else if (text.startsWith('Next')) range = `${relativeStart || 'today'}${RANGE_SEPARATOR}${text}`
    else return calendarRange(text, context) ?? legacyEnds(context)
  }
  const at = range.indexOf(RANGE_SEPARATOR)
  const [since, until] = [range.slice(0, at).trim(), range.slice(at + RANGE_SEPARATOR.length).trim()]
  return { since: resolveSide(since, context), until: resolveSide(until, context) }
}

const legacyEnds = ({ since, until, relativeEnd, now }: TimeRangeContext): TimeRange => {
  const ago = since && /^\S* (?:days|years|hours|day|year|weeks)$/.test(since) ? `${since} ago` : since
  return { since: ago ? readTime(ago, now) : null, until: readTime(until || relativeEnd || 'today', now) }
}

const shifted = (range: TimeRange, shift: string, now: number): TimeRange => {
  const at = shift.indexOf(RANGE_SEPARATOR)
  if (at >= 0)
    return { since: readTime(shift.slice(0, at).trim(), now), until: readTime(shift.slice(at + RANGE_SEPARATOR.length).trim(), now) }
  const back = (moment: Moment | null) => moment && { ...moment, wall: moveBackByText(shift, moment.wall) }
  return { since: back(range.since), until: back(range.until) }
}

/** No time takes more letters; reading on would cost more than each is worth. */
const maxTextLength = 1_000

/**
 * A time range text as two ends (reference/time-range.md). `No filter` has none; an empty or unknown text without a separator
 * ends at the relative end. `now` and all results are on the clock of the server's zone.
 * @throws TimeError (400) for a text that cannot be read or is ambiguous, and when the range is reversed
 */
export const resolveTimeRange = (text: string | null | undefined, context: TimeRangeContext): TimeRange => {
  for (const input of [text, context.timeShift]) if (input && input.length > maxTextLength) throw cannotParse(`${input.slice(0, 40)}…`)
  if (text === NO_TIME_RANGE || text === t(NO_TIME_RANGE)) return { since: null, until: null }
  const range = text ? ends(text, context) : legacyEnds(context)
  const { since, until } = context.timeShift ? shifted(range, context.timeShift, context.now) : range
  if (since && until && instantOf(since) > instantOf(until)) throw new TimeError(t('From date cannot be larger than to date'))
  return { since, until }
}

export type TimeRangePreview = { since: string; until: string; timeRange: string; shift: string | null }

/** Whether a text without a separator is one of the ranges that are written so. */
const isKnownAlone = (text: string, context: TimeRangeContext): boolean =>
  text.startsWith('Last') || text.startsWith('Next') || calendarRange(text, context) !== undefined

/**
 * One item of the response of GET /api/v1/time_range/: ISO texts, empty for an open end. Relative forms count from `today` by default,
 * as in a chart's query. A text that a query would ignore is refused, so that nobody saves it unnoticed.
 * @throws TimeError; the route responds `Unexpected time range: <reason>`
 */
export const previewTimeRange = (timeRange: string, context: TimeRangeContext): TimeRangePreview => {
  const text = timeRange.trim()
  const isNone = text === '' || text === NO_TIME_RANGE || text === t(NO_TIME_RANGE)
  if (!isNone && !timeRange.includes(RANGE_SEPARATOR) && !isKnownAlone(timeRange, context)) throw cannotParse(timeRange)
  const { since, until } = resolveTimeRange(timeRange, { ...context, relativeStart: context.relativeStart ?? 'today' })
  const isoText = (moment: Moment | null) => (moment ? momentText(moment) : '')
  return { since: isoText(since), until: isoText(until), timeRange, shift: context.timeShift ?? null }
}
