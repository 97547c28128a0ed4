import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { timeOfText } from './time-of-text.ts'

/** A null character ends the statement for most drivers, so a text that holds one could change what runs. */
export const withoutNul = (text: string): string => {
  if (text.includes('\0')) throw new AppError('INVALID_SQL_ERROR', t('A value or name of the query contains a null character.'))
  return text
}

export const doubleQuoted = (identifier: string): string => `"${withoutNul(identifier).replaceAll('"', '""')}"`

export const backquoted = (identifier: string): string => `\`${withoutNul(identifier).replaceAll('`', '``')}\``

/** A standard SQL literal, in which a backslash is not an escape. */
export const standardString = (value: string): string => `'${withoutNul(value).replaceAll("'", "''")}'`

/** A literal for engines that read backslash escapes. */
export const escapedString = (value: string): string => `'${withoutNul(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Of an engine to which a truth value is a number. */
export const truthText = (expression: string): string => `CASE WHEN ${expression} THEN 'true' WHEN NOT ${expression} THEN 'false' END`

const numeric = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Digits as they came, so that nothing is lost; NaN, infinities and anything else are refused. */
export const numberText = (value: string): string => {
  if (!numeric.test(value)) throw new AppError('INVALID_SQL_ERROR', t('%(value)s is not a number.', { value }))
  return value
}

const timeText = /^([+-]?\d{4,6}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/

type TimeParts = { date: string; clock: string; fraction: string; zone: string }

/** ISO text taken apart; anything else is refused. `clock` always has seconds, `fraction` starts with its point. */
export const timeParts = (value: string): TimeParts => {
  const [, date, minutes = '00:00', seconds = '00', fraction, zone = ''] = timeText.exec(value) ?? []
  if (!date) throw new AppError('INVALID_SQL_ERROR', t('%(value)s is not a time.', { value }))
  return { date, clock: `${minutes}:${seconds}`, fraction: fraction ? `.${fraction}` : '', zone: zone === 'Z' ? '+00:00' : zone }
}

/** `2020-01-31 00:00:00.123`, whatever zone the value names. */
export const timestampText = (value: string, fractionDigits = 9): string => {
  const { date, clock, fraction } = timeParts(value)
  return `${date} ${clock}${fractionDigits ? fraction.slice(0, fractionDigits + 1) : ''}`
}

/** `2020-01-31 00:00:00.123+00:00`; a value without zone is taken as UTC. */
export const instantText = (value: string): string => `${timestampText(value)}${timeParts(value).zone || '+00:00'}`

/** `2020-01-31 00:00:00.123`: an instant on the clock of UTC. */
export const utcText = (value: string): string => timestampText(new Date(timeOfText(instantText(value))).toISOString())

export const dateText = (value: string): string => timeParts(value).date
