import { msg, t } from '../i18n/t.ts'
import { addUnits, type CalendarUnit, DAY, HOUR, MINUTE, SECOND, startOf, WEEK } from './civil.ts'

type GrainKind = {
  name: string
  /** One bucket is `count` units. */
  unit: CalendarUnit
  count: number
  /** Weeks: how many days after Monday they begin. */
  weekStart?: number
  /** Weeks: how many days after its beginning the label is. */
  label?: number
}

const weekFromSunday: Pick<GrainKind, 'unit' | 'count' | 'weekStart'> = { unit: 'week', count: 1, weekStart: -1 }
const week: Pick<GrainKind, 'unit' | 'count'> = { unit: 'week', count: 1 }

/** Superset's time grains by ISO 8601 duration, in the order in which they are offered. */
const kinds = {
  PT1S: { name: msg('Second'), unit: 'second', count: 1 },
  PT5S: { name: msg('5 second'), unit: 'second', count: 5 },
  PT30S: { name: msg('30 second'), unit: 'second', count: 30 },
  PT1M: { name: msg('Minute'), unit: 'minute', count: 1 },
  PT5M: { name: msg('5 minute'), unit: 'minute', count: 5 },
  PT10M: { name: msg('10 minute'), unit: 'minute', count: 10 },
  PT15M: { name: msg('15 minute'), unit: 'minute', count: 15 },
  PT30M: { name: msg('30 minute'), unit: 'minute', count: 30 },
  'PT0.5H': { name: msg('30 minute'), unit: 'minute', count: 30 },
  PT1H: { name: msg('Hour'), unit: 'hour', count: 1 },
  PT6H: { name: msg('6 hour'), unit: 'hour', count: 6 },
  P1D: { name: msg('Day'), unit: 'day', count: 1 },
  P1W: { name: msg('Week'), ...week },
  P1M: { name: msg('Month'), unit: 'month', count: 1 },
  P3M: { name: msg('Quarter'), unit: 'quarter', count: 1 },
  'P0.25Y': { name: msg('Quarter'), unit: 'quarter', count: 1 },
  P1Y: { name: msg('Year'), unit: 'year', count: 1 },
  '1969-12-28T00:00:00Z/P1W': { name: msg('Week starting Sunday'), ...weekFromSunday },
  '1969-12-29T00:00:00Z/P1W': { name: msg('Week starting Monday'), ...week },
  'P1W/1970-01-03T00:00:00Z': { name: msg('Week ending Saturday'), ...weekFromSunday, label: 6 },
  'P1W/1970-01-04T00:00:00Z': { name: msg('Week ending Sunday'), ...week, label: 6 },
} as const satisfies Record<string, GrainKind>

export type Grain = keyof typeof kinds

export const grains = Object.keys(kinds) as Grain[]

export const isGrain = (text: string): text is Grain => Object.hasOwn(kinds, text)

export const grainName = (grain: Grain): string => t(kinds[grain].name)

const bucketStart = (wall: number, { unit, count, weekStart = 0 }: GrainKind): number => {
  if (unit === 'week') return startOf(wall - weekStart * DAY, 'week') + weekStart * DAY
  if (count === 1) return startOf(wall, unit)
  const length = count * (lengths[unit] ?? 1)
  return Math.floor(wall / length) * length
}

const lengths: Partial<Record<CalendarUnit, number>> = { second: SECOND, minute: MINUTE, hour: HOUR }

/** The label of the bucket that holds `wall` (naive epoch ms): its first moment, for the weeks that end on a day the midnight of that day. */
export const truncate = (wall: number, grain: Grain): number => {
  const kind: GrainKind = kinds[grain]
  return bucketStart(wall, kind) + (kind.label ?? 0) * DAY
}

/** First moment of the bucket and of the next one, in naive epoch ms. */
export const grainSpan = (wall: number, grain: Grain): [from: number, to: number] => {
  const kind: GrainKind = kinds[grain]
  const from = bucketStart(wall, kind)
  return [from, addUnits(from, kind.count, kind.unit)]
}

/** The label `count` buckets later (or earlier). */
export const addGrain = (label: number, grain: Grain, count: number): number => {
  const kind: GrainKind = kinds[grain]
  return addUnits(label, count * kind.count, kind.unit)
}

const approximate: Record<CalendarUnit, number> = {
  second: SECOND,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: WEEK,
  month: 30.436_875 * DAY,
  quarter: 91.310_625 * DAY,
  year: 365.2425 * DAY,
}

/** Average length in milliseconds, to compare and to choose between grains. */
export const grainLength = (grain: Grain): number => approximate[kinds[grain].unit] * kinds[grain].count
