import { addUnits, type CalendarUnit, calendarUnits, DAY, dateOf, daysInMonth, inRange, startOf, wallOf } from './civil.ts'
import { daysBetween, readTime } from './text/human-time.ts'
import { instantOf, type Moment } from './moment.ts'
import { TimeError } from './time-error.ts'

export type Holiday = { name: string; month: number; day: number }

/** The holidays of a country in a year, in no order; undefined for an unknown country. */
export type HolidaySource = (country: string, year: number) => Holiday[] | undefined

export type EvaluationContext = {
  /** Naive epoch ms. */
  now: number
  /** Without a source HOLIDAY is not available. */
  holidays?: HolidaySource
}

/** Clipped at month ends; a result beyond the years 1 to 9999 leaves the time as it is. */
export const dateAdd = (moment: Moment, amount: number, unit: CalendarUnit): Moment => {
  const wall = addUnits(moment.wall, amount, unit)
  return inRange(wall) ? { ...moment, wall } : moment
}

export const dateTrunc = (moment: Moment, unit: CalendarUnit): Moment => ({ ...moment, wall: startOf(moment.wall, unit) })

export const lastDayUnits = ['year', 'month', 'week'] as const

/** 00:00 of the last day of the year, month or week. */
export const lastDay = (moment: Moment, unit: (typeof lastDayUnits)[number]): Moment => {
  const { year, month } = dateOf(moment.wall)
  if (unit === 'year') return { ...moment, wall: wallOf(year, 12, 31) }
  if (unit === 'month') return { ...moment, wall: wallOf(year, month, daysInMonth(year, month)) }
  return { ...moment, wall: startOf(moment.wall, 'week') + 6 * DAY }
}

/** The first day of the year of `near` whose name starts with `name`, whatever the case. */
const holiday = (name: string, year: number, country: string, { holidays }: EvaluationContext): Moment => {
  const known = holidays?.(country, year)
  if (!known) throw new TimeError(`Country ${country} not available`)
  const found = known.find((day) => day.name.toLowerCase().startsWith(name.toLowerCase()))
  if (!found) throw new TimeError(`Unable to find such a holiday: [${name}]`)
  return { wall: wallOf(year, found.month, found.day) }
}

const dateFunctions = ['datetime', 'dateadd', 'datetrunc', 'lastday', 'holiday'] as const
type DateFunction = (typeof dateFunctions)[number]

class ExpressionReader {
  private readonly text: string
  private readonly context: EvaluationContext
  private at = 0

  constructor(text: string, context: EvaluationContext) {
    this.text = text
    this.context = context
  }

  private skipBlanks() {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }

  private fail(expected: string): never {
    this.skipBlanks()
    const found = this.at >= this.text.length ? 'end of text' : `'${/^\w+|^./.exec(this.text.slice(this.at))?.[0] ?? ''}'`
    throw new TimeError(`Expected ${expected}, found ${found}  (at char ${this.at}), (line:1, col:${this.at + 1})`)
  }

  private sign(char: string): boolean {
    this.skipBlanks()
    if (this.text[this.at] !== char) return false
    this.at++
    return true
  }

  private need(char: string) {
    if (!this.sign(char)) this.fail(`'${char}'`)
  }

  private word<T extends string>(words: readonly T[]): T | undefined {
    this.skipBlanks()
    const found = /^[A-Za-z0-9_$]+/.exec(this.text.slice(this.at))?.[0].toLowerCase()
    const word = words.find((w) => w === found)
    if (word) this.at += word.length
    return word
  }

  private quoted(): string | undefined {
    this.skipBlanks()
    const found = /^'(?:[^'\n\r\\]|''|\\.)*'|^"(?:[^"\n\r\\]|""|\\.)*"/.exec(this.text.slice(this.at))?.[0]
    if (found === undefined) return undefined
    this.at += found.length
    return found.slice(1, -1)
  }

  private needQuoted(): string {
    return this.quoted() ?? this.fail('text_operand')
  }

  private unit<T extends CalendarUnit>(units: readonly T[]): T {
    const unit = this.word(units) ?? this.fail(`{${units.map((u) => `'${u}'`).join(' | ')}}`)
    this.sign(',')
    return unit
  }

  private count(): number {
    this.skipBlanks()
    const found = /^[+-]?\d+/.exec(this.text.slice(this.at))?.[0]
    if (found === undefined) return this.word(['datediff']) ? this.dateDiff() : this.fail('int_operand')
    this.at += found.length
    return Number(found)
  }

  private date(): Moment {
    const name = this.word(dateFunctions) ?? this.fail(`{${dateFunctions.join(' | ')}}`)
    this.need('(')
    const result = this.functions[name]()
    this.need(')')
    return result
  }

  private readonly functions: Record<DateFunction, () => Moment> = {
    datetime: () => readTime(this.needQuoted(), this.context.now),
    dateadd: () => {
      const moment = this.date()
      this.need(',')
      const amount = this.count()
      this.need(',')
      return dateAdd(moment, amount, this.unit(calendarUnits))
    },
    datetrunc: () => {
      const moment = this.date()
      this.need(',')
      return dateTrunc(moment, this.unit(calendarUnits))
    },
    lastday: () => {
      const moment = this.date()
      this.need(',')
      return lastDay(moment, this.unit(lastDayUnits))
    },
    holiday: () => {
      const name = this.needQuoted()
      this.sign(',')
      const start = this.at
      const near = this.word(dateFunctions) && this.rewound(start).date()
      this.sign(',')
      const country = this.quoted()
      if (country !== undefined && !near) this.fail('a date before the country')
      this.sign(',')
      return holiday(name, dateOf(near ? near.wall : this.context.now).year, country ?? 'US', this.context)
    },
  }

  private rewound(at: number): this {
    this.at = at
    return this
  }

  private dateDiff(): number {
    this.need('(')
    const from = this.date()
    this.need(',')
    const to = this.date()
    const unit = this.sign(',') ? this.unit(['year', 'day']) : 'day'
    this.need(')')
    return unit === 'year' ? dateOf(to.wall).year - dateOf(from.wall).year : daysBetween(instantOf(from), instantOf(to))
  }

  read(): Moment | number {
    const start = this.at
    return this.word(['datediff']) ? this.dateDiff() : this.rewound(start).date()
  }
}

/**
 * Evaluates an expression of the functions DATETIME, DATEADD, DATETRUNC, LASTDAY, HOLIDAY and DATEDIFF (a count of days or years).
 * Text after a complete expression is passed over. Null for an empty text.
 * @throws TimeError
 */
export const evaluateExpression = (text: string | null | undefined, context: EvaluationContext): Moment | number | null =>
  text ? new ExpressionReader(text, context).read() : null
