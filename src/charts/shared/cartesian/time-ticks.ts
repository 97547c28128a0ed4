import { timeFormatter, usualTimeFormatter } from '#core/format/time.ts'
import type { ValueFormatter } from '#core/format/number.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Unit = 'ms' | 'day' | 'month'
/** How far apart ticks may be: [unit, count, rough length in ms]. */
const strides: [Unit, number, number][] = [
  ...[1, 5, 15, 30].map((n): [Unit, number, number] => ['ms', n * second, n * second]),
  ...[1, 5, 15, 30].map((n): [Unit, number, number] => ['ms', n * minute, n * minute]),
  ...[1, 3, 6, 12].map((n): [Unit, number, number] => ['ms', n * hour, n * hour]),
  ['day', 1, day],
  ['day', 2, 2 * day],
  ['day', 7, 7 * day],
  ['day', 14, 14 * day],
  ['month', 1, 30.4 * day],
  ['month', 3, 91.3 * day],
  ['month', 6, 182.6 * day],
  ...[1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].map((n): [Unit, number, number] => ['month', 12 * n, 365.25 * n * day]),
]

const firstAt = (time: number, unit: Unit, count: number): Date => {
  if (unit === 'ms') return new Date(Math.ceil(time / count) * count)
  const date = new Date(Math.ceil(time / day) * day)
  if (unit === 'day') {
    if (count === 1 || count === 7 || count === 14) {
      if (count > 1) while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() + 1)
      return date
    }
    while (date.getUTCDate() % count !== 1) date.setUTCDate(date.getUTCDate() + 1)
    return date
  }
  if (date.getUTCDate() !== 1) date.setUTCMonth(date.getUTCMonth() + 1, 1)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth()
  date.setUTCMonth(date.getUTCMonth() + (Math.ceil(months / count) * count - months))
  return date
}

/** Two-day steps start again with each month, so that ticks stay on the same days. */
const after = (date: Date, unit: Unit, count: number): Date => {
  const next = new Date(date)
  if (unit === 'ms') next.setTime(next.getTime() + count)
  else if (unit === 'month') next.setUTCMonth(next.getUTCMonth() + count)
  else {
    next.setUTCDate(next.getUTCDate() + count)
    if (count === 2 && next.getUTCMonth() !== date.getUTCMonth()) next.setUTCDate(1)
  }
  return next
}

/** Round points in time between two others, in UTC: at most `most` of them, and none closer than `least` ms. */
export const timeTicks = (from: number, to: number, { most, least = 0 }: { most: number; least?: number }): number[] => {
  const wanted = Math.max((to - from) / Math.max(1, most), least * 0.9)
  const [unit, count] = strides.find(([, , length]) => length >= wanted) ?? (strides.at(-1) as [Unit, number, number])
  const ticks: number[] = []
  for (let date = firstAt(from, unit, count); date.getTime() <= to && ticks.length <= 200; date = after(date, unit, count))
    ticks.push(date.getTime())
  return ticks
}

const levels: [(date: Date) => boolean, string][] = [
  [(date) => date.getUTCMonth() === 0 && date.getUTCDate() === 1 && date.getTime() % day === 0, '%Y'],
  [(date) => date.getUTCDate() === 1 && date.getTime() % day === 0, '%b'],
  [(date) => date.getTime() % day === 0, '%-d %b'],
  [(date) => date.getTime() % minute === 0, '%H:%M'],
  [() => true, '%H:%M:%S'],
]

const yearOf = (time: number) => new Date(time).getUTCFullYear()

type Texts = Record<'year' | 'day' | 'fullDay' | 'level', ValueFormatter>

const made = new Map<string, Texts>()

const textsIn = (locale: string): Texts => {
  const known = made.get(locale)
  if (known) return known
  const shown = levels.map(([, pattern]) => usualTimeFormatter(pattern, locale))
  const texts: Texts = {
    year: usualTimeFormatter('%Y', locale),
    day: usualTimeFormatter('%-d %b', locale),
    fullDay: usualTimeFormatter('%-d %b %Y', locale),
    level: (value) => shown[levels.findIndex(([holds]) => holds(new Date(value as number)))]?.(value) ?? '',
  }
  made.set(locale, texts)
  return texts
}

/** What each tick says: the year where it is new, else month, day or hour. */
const tickTexts = (ticks: readonly number[], { year, day: dayText, fullDay, level }: Texts): Map<number, string> => {
  const step = ticks.length > 1 ? (ticks[1] as number) - (ticks[0] as number) : 0
  const byDay = step >= day * 0.9 && step < 27 * day
  return new Map(
    ticks.map((tick, i) => {
      const newYear = i > 0 && yearOf(tick) !== yearOf(ticks[i - 1] as number)
      if (byDay) return [tick, newYear ? fullDay(tick) : dayText(tick)]
      if (step >= 27 * day && newYear) return [tick, year(tick)]
      if (step > 0 && step < day * 0.9 && tick % day === 0) return [tick, dayText(tick)]
      return [tick, level(tick)]
    }),
  )
}

/** Says what changes: `Apr`, `Jul`, `Oct`, then `2021`; `18:00`, then `4 Mar`. A format of the form's own says everything everywhere. */
export const tickText = (format: string | null | undefined, locale: string, ticks: readonly number[] = []): ValueFormatter => {
  if (format && format !== 'smart_date') return timeFormatter(format, locale)
  const own = textsIn(locale)
  const texts = tickTexts(ticks, own)
  return (value) => texts.get(value as number) ?? own.level(value)
}
