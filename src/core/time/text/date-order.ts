import { daysInMonth } from '../civil.ts'

type Role = 'year' | 'month' | 'day'
type Resolved = Partial<Record<Role, number>>

export class UnreadableDate extends Error {}

/** Digits only, as a whole number. */
export const wholeNumber = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new UnreadableDate()
  return Number(text)
}

/**
 * Up to three numbers of a date in the order in which they were written, some of known role. Without better knowledge
 * the month comes first (`2/3/1969` is 3 February), unless the number is too big for one.
 */
export class DateNumbers {
  readonly values: number[] = []
  readonly roles: Partial<Record<Role, number>> = {}
  /** The year was written in full. */
  fullYear = false

  add(value: string | number, role?: Role) {
    const isYear = typeof value === 'string' ? /^\d{3,}$/.test(value) : value > 100
    if (isYear) {
      if (role !== undefined && role !== 'year') throw new UnreadableDate()
      this.fullYear = true
      role = 'year'
    }
    this.values.push(typeof value === 'string' ? wholeNumber(value) : Math.trunc(value))
    if (!role) return
    if (this.roles[role] !== undefined) throw new UnreadableDate()
    this.roles[role] = this.values.length - 1
  }

  private value(role: Role): number | undefined {
    const at = this.roles[role]
    return at === undefined ? undefined : this.values[at]
  }

  canBeDay(value: number): boolean {
    if (this.roles.day !== undefined) return false
    const month = this.value('month')
    if (month === undefined) return value >= 1 && value <= 31
    const last = daysInMonth(this.value('year') ?? 2000, month)
    if (last === undefined) throw new UnreadableDate()
    return value >= 1 && value <= last
  }

  resolve(): Resolved {
    const known = Object.keys(this.roles).length
    const { length } = this.values
    if (length > 0 && (known === length || (length === 3 && known === 2))) return this.fromRoles()
    if (length > 3) throw new UnreadableDate()
    if (length === 0) return {}
    return this.named(this.order())
  }

  private fromRoles(): Resolved {
    const roles = { ...this.roles }
    if (Object.keys(roles).length < this.values.length) {
      const free = ([0, 1, 2] as const).find((at) => !Object.values(roles).includes(at))
      const missing = (['year', 'month', 'day'] as const).find((role) => roles[role] === undefined)
      if (missing) roles[missing] = free
    }
    const at = (role: Role) => (roles[role] === undefined ? undefined : this.values[roles[role]])
    return { year: at('year'), month: at('month'), day: at('day') }
  }

  private named(order: readonly Role[]): Resolved {
    return Object.fromEntries(order.map((role, at) => [role, this.values[at]]))
  }

  private order(): readonly Role[] {
    const [a = 0, b = 0] = this.values
    const month = this.roles.month
    if (this.values.length === 1) return month === undefined ? [a > 31 ? 'year' : 'day'] : ['month']
    if (this.values.length === 2) {
      if (month === 0) return ['month', b > 31 ? 'year' : 'day']
      if (month === 1) return [a > 31 ? 'year' : 'day', 'month']
      if (a > 31) return ['year', 'month']
      return b > 31 ? ['month', 'year'] : ['month', 'day']
    }
    if (month === 0) return b > 31 ? ['month', 'year', 'day'] : ['month', 'day', 'year']
    if (month === 1) return a > 31 ? ['year', 'month', 'day'] : ['day', 'month', 'year']
    if (month === 2) return b > 31 ? ['day', 'year', 'month'] : ['year', 'day', 'month']
    if (a > 31 || this.roles.year === 0) return ['year', 'month', 'day']
    return a > 12 ? ['day', 'month', 'year'] : ['month', 'day', 'year']
  }
}
