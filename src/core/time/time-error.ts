import { MessageError } from '../errors.ts'
import { t } from '../i18n/t.ts'
import { pythonRepr } from '../encoding/python-text.ts'

/**
 * A time text that cannot be used. `reason` is the bare text; the answer's body names the field when a chart's query
 * carries an unreadable text (`Request is incorrect: {'time_range': […]}`). Status 400.
 */
export class TimeError extends MessageError {
  readonly reason: string

  constructor(reason: string, body: string = reason) {
    super(400, body)
    this.name = 'TimeError'
    this.reason = reason
  }
}

const inTimeRange = (reason: string) => new TimeError(reason, `Request is incorrect: {'time_range': [${pythonRepr(reason)}]}`)

export const cannotParse = (text: string) => inTimeRange(`Cannot parse time string [${text}]`)

export const ambiguousTime = (text: string) => inTimeRange(`Time string is ambiguous. Please specify [${text} ago] or [${text} later].`)

export const ambiguousDelta = (text: string) => new TimeError(`Time delta is ambiguous. Please specify [${text} ago] or [${text} later].`)

export const outOfCalendar = (offset: string) =>
  new TimeError(t('The time offset %(offset)s leads out of the years 1 to 9999.', { offset }))
