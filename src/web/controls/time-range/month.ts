import { addUnits, DAY, dateOf, daysInMonth, startOf, weekdayOf } from '#core/time/civil.ts'

/** A month as weeks of days, Monday first; days of the neighbours are null. Days are epoch ms of their midnight as if UTC. */
export const weeksOf = (month: number): (number | null)[][] => {
  const first = startOf(month, 'month')
  const { year, month: number } = dateOf(first)
  const lead = weekdayOf(first)
  const days: (number | null)[] = [
    ...Array.from({ length: lead }, () => null),
    ...Array.from({ length: daysInMonth(year, number) ?? 30 }, (_, i) => first + i * DAY),
  ]
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

export const monthAfter = (month: number, steps: number): number => addUnits(startOf(month, 'month'), steps, 'month')
