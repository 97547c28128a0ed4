import { DAY, isoText, MINUTE } from './civil.ts'

/**
 * A point on a wall clock. `wall` is epoch milliseconds as if the clock were UTC; `offset`, in minutes east of UTC, is there
 * only when the text named a zone (`…Z`, `…+02:00`): nothing is converted, the reader decides.
 */
export type Moment = { wall: number; offset?: number }

/** Epoch milliseconds of the point in time; a moment without zone counts as UTC. */
export const instantOf = ({ wall, offset = 0 }: Moment): number => wall - offset * MINUTE

/** ISO 8601 as Superset writes it: `2018-01-01T00:00:00`, `2018-01-01T00:00:00+02:00`. */
export const momentText = ({ wall, offset }: Moment): string => {
  if (offset === undefined) return isoText(wall)
  const size = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${isoText(wall)}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export const midnight = (wall: number): number => Math.floor(wall / DAY) * DAY
