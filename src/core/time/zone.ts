import { SECOND } from './civil.ts'

/** `iso8601` keeps the proleptic Gregorian calendar that `civil.ts` speaks. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Wall clock of `zone` at a point in time, as naive epoch milliseconds.
 * @throws RangeError when the zone's name is unknown.
 */
export const toWall = (instant: number, zone: string): number => {
  if (zone === 'UTC') return instant
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(Math.floor(instant / SECOND) * SECOND)) part[type] = Number(value)
  const whole = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
  return whole + (instant - Math.floor(instant / SECOND) * SECOND)
}

/**
 * The point in time at which the clock of `zone` shows `wall`. Of a clock time that comes twice the earlier one is taken;
 * one that a spring change skips is read with the offset before the change.
 */
export const toInstant = (wall: number, zone: string): number => {
  const before = wall - offsetAt(wall - 24 * 3600 * SECOND, zone)
  if (toWall(before, zone) === wall) return before
  const after = wall - offsetAt(wall + 24 * 3600 * SECOND, zone)
  return toWall(after, zone) === wall ? after : before
}

/** Milliseconds east of UTC. */
const offsetAt = (instant: number, zone: string): number => toWall(instant, zone) - instant

export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}
