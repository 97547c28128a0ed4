// Our own: of these days date-holidays (11 MB) knows 91 %, and 59 % under the names that the wire has.
import { DAY, dateOf, wallOf, weekdayOf } from './civil.ts'
import type { Holiday, HolidaySource } from './expression.ts'
import { holidayRules } from './holiday-rules.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const aliases: Record<string, string> = { UK: 'GB', GBR: 'GB', USA: 'US' }

/** Gregorian computus (anonymous, 1876). */
const easter = (year: number): number => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * shift + 114
  return wallOf(year, Math.floor(days / 31), (days % 31) + 1)
}

/** Julian computus (Meeus), moved to the Gregorian calendar; right from 1900 to 2099. */
const orthodoxEaster = (year: number): number => {
  const epact = (19 * (year % 19) + 15) % 30
  const days = epact + ((2 * (year % 4) + 4 * (year % 7) - epact + 34) % 7) + 114
  return wallOf(year, Math.floor(days / 31), (days % 31) + 1) + 13 * DAY
}

/** March and September equinox in Japan; right from 1980 to 2099. */
const equinox = (year: number, month: 3 | 9): number => {
  const leapDays = Math.floor((year - 1980) / 4)
  return wallOf(year, month, Math.floor((month === 3 ? 20.8431 : 23.2488) + 0.242194 * (year - 1980) - leapDays))
}

/** Days of a Gregorian year on which another calendar shows `month/day`. */
const foreignDays = (calendar: string, date: string, year: number): number[] => {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
  const days: number[] = []
  for (let day = wallOf(year); day < wallOf(year + 1); day += DAY) {
    const parts = format.formatToParts(day)
    const part = (type: string) => parts.find((p) => p.type === type)?.value
    if (`${part('month')}/${part('day')}` === date) days.push(day)
  }
  return days
}

const daysOf = (rule: string, year: number): number[] => {
  const rest = rule.slice(1)
  if (rule.startsWith('E')) return [easter(year) + Number(rest) * DAY]
  if (rule.startsWith('O')) return [orthodoxEaster(year) + Number(rest) * DAY]
  if (rule.startsWith('H')) return foreignDays('islamic-umalqura', rest, year)
  if (rule.startsWith('C')) return foreignDays('chinese', rest, year)
  if (rule === 'V' || rule === 'A') return [equinox(year, rule === 'V' ? 3 : 9)]
  const [, month, day, weekday = ''] = /^(\d+)\/(\d+)(\w*)$/.exec(rule) ?? []
  const first = wallOf(year, Number(month), Number(day))
  return [weekday ? first + ((weekdays.indexOf(weekday) - weekdayOf(first) + 7) % 7) * DAY : first]
}

const rulePattern = /^(\S+) (?:(\d*)-(\d*) )?(.+)$/

/** The public holidays of a country (ISO 3166 code, or UK) in a year, under their English names; undefined for an unknown country. */
export const holidaysOf: HolidaySource = (country, year) => {
  const code = aliases[country.toUpperCase()] ?? country.toUpperCase()
  const line = /^[A-Z]{2}$/.test(code) ? holidayRules.split('\n').find((text) => text.startsWith(`${code}: `)) : undefined
  if (!line) return undefined
  const holidays: Holiday[] = []
  for (const text of line.slice(4).split('; ')) {
    const [, rule = '', from, to, name = ''] = rulePattern.exec(text) ?? []
    if ((from && year < Number(from)) || (to && year > Number(to))) continue
    for (const wall of daysOf(rule, year)) {
      const { month, day } = dateOf(wall)
      holidays.push({ name, month, day })
    }
  }
  return holidays
}
