import { clockTime, daysInMonth, wallOf } from '../../../time/civil.ts'
import { failed } from '../template-error.ts'
import { DateTime, repr } from './value.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'microsecond' | 'half'

const letters: Record<string, { pattern: string; field: Field; read: (text: string) => number }> = {
  Y: { pattern: String.raw`\d{4}`, field: 'year', read: Number },
  y: { pattern: String.raw`\d\d`, field: 'year', read: (text) => Number(text) + (Number(text) < 69 ? 2000 : 1900) },
  m: { pattern: String.raw`\d\d?`, field: 'month', read: Number },
  d: { pattern: String.raw`\d\d?`, field: 'day', read: Number },
  H: { pattern: String.raw`\d\d?`, field: 'hour', read: Number },
  I: { pattern: String.raw`\d\d?`, field: 'hour', read: (text) => Number(text) % 12 },
  M: { pattern: String.raw`\d\d?`, field: 'minute', read: Number },
  S: { pattern: String.raw`\d\d?`, field: 'second', read: Number },
  f: { pattern: String.raw`\d{1,6}`, field: 'microsecond', read: (text) => Number(text.padEnd(6, '0')) },
  p: { pattern: '[AaPp][Mm]', field: 'half', read: (text) => (text.toLowerCase() === 'pm' ? 12 : 0) },
  b: { pattern: '[A-Za-z]{3}', field: 'month', read: (text) => months.indexOf(text.toLowerCase()) + 1 },
  B: { pattern: '[A-Za-z]+', field: 'month', read: (text) => months.indexOf(text.slice(0, 3).toLowerCase()) + 1 },
}

/** Python's strptime for the letters that dates are made of. */
export const readDateTime = (text: string, format: string): DateTime => {
  const order: string[] = []
  const pattern = format.replaceAll(/%(.)|([\s\S])/g, (_whole, letter?: string, char?: string) => {
    const known = letter === undefined ? undefined : letters[letter]
    if (!known) return (char ?? letter ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    order.push(letter as string)
    return `(${known.pattern})`
  })
  const found = new RegExp(`^${pattern}$`).exec(text)
  const parts: Record<Field, number> = { year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0, microsecond: 0, half: 0 }
  found?.slice(1).forEach((part, i) => {
    const letter = letters[order[i] ?? '']
    if (letter) parts[letter.field] = letter.read(part)
  })
  const { year, month, day, hour, minute, second, microsecond, half } = parts
  if (!found || day < 1 || day > (daysInMonth(year, month) ?? 0)) {
    throw failed(`time data ${repr(text)} does not match format ${repr(format)}`, 'ValueError')
  }
  return new DateTime(wallOf(year, month, day, clockTime(hour + half, minute, second) + microsecond / 1000))
}
