import { grainEnd, grainFormat, grainStart } from './grain.ts'
import { formatLocaleOf } from './locale.ts'
import type { ValueFormatter } from './number.ts'

export const smartDate = 'smart_date'

type Level = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** The finest part of a time that is not zero, in UTC. */
const finest = (date: Date): Level => {
  if (date.getUTCMilliseconds() !== 0) return 'millisecond'
  if (date.getUTCSeconds() !== 0) return 'second'
  if (date.getUTCMinutes() !== 0) return 'minute'
  if (date.getUTCHours() !== 0) return 'hour'
  if (date.getUTCDate() !== 1) return date.getUTCDay() === 0 ? 'week' : 'day'
  return date.getUTCMonth() === 0 ? 'year' : 'month'
}

const adaptive: Record<string, Record<Level, string>> = {
  smart_date: {
    millisecond: '.%Lms',
    second: ':%Ss',
    minute: '%I:%M',
    hour: '%I %p',
    day: '%a %d',
    week: '%b %d',
    month: '%B',
    year: '%Y',
  },
  smart_date_verbose: {
    millisecond: '.%L',
    second: '%a %b %d, %I:%M:%S %p',
    minute: '%a %b %d, %I:%M %p',
    hour: '%a %b %d, %I %p',
    day: '%a %b %-e',
    week: '%a %b %-e',
    month: '%b %Y',
    year: '%Y',
  },
  smart_date_detailed: {
    millisecond: '%Y-%m-%d %H:%M:%S.%L',
    second: '%Y-%m-%d %H:%M:%S',
    minute: '%Y-%m-%d %H:%M',
    hour: '%Y-%m-%d %H:%M',
    day: '%Y-%m-%d',
    week: '%Y-%m-%d',
    month: '%Y-%m-%d',
    year: '%Y',
  },
}

const local = 'local!'

type ShowDate = (date: Date) => string

const showUsual = (pattern: string, tag: string): ShowDate => {
  const { times, patterns } = formatLocaleOf(tag)
  return times.utcFormat(patterns[pattern] ?? pattern)
}

const showDate = (format: string, tag: string): ShowDate => {
  const levels = adaptive[format]
  if (levels) {
    const shown = new Map(Object.values(levels).map((pattern) => [pattern, showUsual(pattern, tag)]))
    return (date) => shown.get(levels[finest(date)])?.(date) ?? ''
  }
  const { times } = formatLocaleOf(tag)
  return format.startsWith(local) ? times.format(format.slice(local.length)) : times.utcFormat(format)
}

const asDate = (value: unknown): Date => (value instanceof Date ? value : new Date(value as number | string))

const shownBy =
  (show: ShowDate): ValueFormatter =>
  (value) =>
    value === null || value === undefined ? String(value) : show(asDate(value))

/**
 * A formatter for a d3 time format (UTC unless it starts with `local!`), `smart_date` (the default), `smart_date_verbose`
 * or `smart_date_detailed`. Takes epoch milliseconds, a Date or an ISO text. A format that a user typed keeps its order in every language.
 */
export const timeFormatter = (format?: string | null, locale = 'en'): ValueFormatter => shownBy(showDate(format || smartDate, locale))

/** A d3 time format of our own, in the order of the language. */
export const usualTimeFormatter = (pattern: string, locale = 'en'): ValueFormatter => shownBy(showUsual(pattern, locale))

/** The text by grain: `Jan 2020`, `2020 Q1`, `2020-01-06 — 2020-01-12`. */
export const grainFormatter = (grain: string, locale = 'en'): ValueFormatter => {
  const pattern = grainFormat(grain)
  const show = pattern === smartDate ? showDate(pattern, locale) : showUsual(pattern, locale)
  return shownBy((date) => {
    const [from, to] = [show(grainStart(date, grain)), show(grainEnd(date, grain))]
    return from === to ? from : `${from} — ${to}`
  })
}

/** The finest unit that any of the times needs is used for all: `2020`, `2020-01-01`, `2020-01-01 05:00`, … */
export const commonTimeFormatter = (values: readonly number[], locale = 'en'): ValueFormatter => {
  const order: Level[] = ['millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month']
  const needed = new Set(values.map((value) => finest(new Date(value))))
  const level = order.find((one) => needed.has(one)) ?? 'year'
  return usualTimeFormatter(adaptive['smart_date_detailed']?.[level] ?? '%Y', locale)
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:Z|[-+]\d{2}:?\d{2})?$/

/** An engine's time text as ISO in UTC; its own zone is dropped. Other text stays. */
export const normalizeTimestamp = (text: string): string => text.replace(isoTime, '$1T$2Z')

/** The same without a zone. */
export const denormalizeTimestamp = (text: string): string => text.replace(isoTime, '$1T$2')
