const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Grains shorter than a day, in ms. */
const spans: Record<string, number> = {
  PT1S: second,
  PT5S: 5 * second,
  PT30S: 30 * second,
  PT1M: minute,
  PT5M: 5 * minute,
  PT10M: 10 * minute,
  PT15M: 15 * minute,
  PT30M: 30 * minute,
  PT1H: hour,
  PT6H: 6 * hour,
}

const weekEnds: readonly string[] = ['P1W/1970-01-03T00:00:00Z', 'P1W/1970-01-04T00:00:00Z']
const weekStarts: readonly string[] = ['P1W', '1969-12-28T00:00:00Z/P1W', '1969-12-29T00:00:00Z/P1W']

const months: Record<string, number> = { P1M: 1, P3M: 3, P1Y: 12 }

const formats: Record<string, string> = {
  date: '%Y-%m-%d',
  PT1S: '%Y-%m-%d %H:%M:%S',
  PT5S: '%Y-%m-%d %H:%M:%S',
  PT30S: '%Y-%m-%d %H:%M:%S',
  PT1H: '%Y-%m-%d %H:00',
  PT6H: '%Y-%m-%d %H:00',
  P1D: '%Y-%m-%d',
  P1M: '%b %Y',
  P3M: '%Y Q%q',
  P1Y: '%Y',
}

export const grainFormat = (grain: string): string => {
  if (weekStarts.includes(grain) || weekEnds.includes(grain)) return '%Y-%m-%d'
  return formats[grain] ?? (grain in spans ? '%Y-%m-%d %H:%M' : 'smart_date')
}

const midnight = (date: Date, days: number): Date => {
  const day = new Date(date)
  day.setUTCHours(0, 0, 0, 0)
  day.setUTCDate(day.getUTCDate() + days)
  return day
}

const nextPeriod = (date: Date, length: number): Date => {
  const first = midnight(date, 0)
  first.setUTCMonth((Math.floor(first.getUTCMonth() / length) + 1) * length, 1)
  return first
}

/** First moment of the period that a time of this grain stands for; grains that end a week go back from it. */
export const grainStart = (date: Date, grain: string): Date => (weekEnds.includes(grain) ? midnight(date, -6) : date)

/** Last millisecond of that period. */
export const grainEnd = (date: Date, grain: string): Date => {
  const span = spans[grain]
  if (span !== undefined) return new Date(date.getTime() + span - 1)
  if (weekEnds.includes(grain)) return date
  const length = months[grain]
  const next = length === undefined ? midnight(date, weekStarts.includes(grain) ? 7 : 1) : nextPeriod(date, length)
  return new Date(next.getTime() - 1)
}
