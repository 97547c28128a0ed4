const dayMs = 86_400_000

/** Calendar date of a day number since 1970-01-01, `2020-02-29`; proleptic, astronomical years. */
const dateOfDay = (day: number): string => {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const month = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * month + 2) / 5) + 1
  const year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
  const sign = year < 0 ? '-' : ''
  return `${sign}${String(Math.abs(year)).padStart(4, '0')}-${two(month >= 10 ? month - 9 : month + 3)}-${two(date)}`
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))

export const dateText = (ms: number): string => dateOfDay(Math.floor(ms / dayMs))

/** How a column of times is written: days only, whole seconds, six decimals, or decimals only where a value has them. */
export type TimePrecision = 'day' | 'second' | 'microsecond' | 'shortest'

/** `2020-02-29 23:59:59.123456` for epoch milliseconds as if UTC. */
export const timestampText = (ms: number, precision: TimePrecision): string => {
  let day = Math.floor(ms / dayMs)
  let rest = Math.round((ms - day * dayMs) * 1000)
  if (rest === dayMs * 1000) {
    day++
    rest = 0
  }
  const date = dateOfDay(day)
  if (precision === 'day') return date
  const seconds = Math.floor(rest / 1_000_000)
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  const fraction = rest % 1_000_000
  if (precision === 'second' || (precision === 'shortest' && fraction === 0)) return `${date} ${clock}`
  return `${date} ${clock}.${String(fraction).padStart(6, '0')}`
}

/** The coarsest way to write a whole column without loss. */
export const columnPrecision = (values: Float64Array): TimePrecision => {
  let precision: TimePrecision = 'day'
  for (const ms of values) {
    if (!Number.isFinite(ms)) continue
    if (ms % 1000 !== 0) return 'microsecond'
    if (ms % dayMs !== 0) precision = 'second'
  }
  return precision
}
