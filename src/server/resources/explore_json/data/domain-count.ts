import { addMonths, DAY, dateOf, HOUR, WEEK } from '#core/time/civil.ts'

/** Whole months from one time to another. */
const monthsBetween = (since: number, until: number): number => {
  const [from, to] = [dateOf(since), dateOf(until)]
  const months = (to.year - from.year) * 12 + to.month - from.month
  return addMonths(since, months) > until ? months - 1 : months
}

/** How many domains a calendar heatmap shows. Weeks count as 53 to a year, with those of the days that are left beyond months. */
export const domainCount = (domain: unknown, since: number, until: number): number => {
  const months = monthsBetween(since, until)
  switch (domain) {
    case 'year':
      return dateOf(until).year - dateOf(since).year + 1
    case 'month':
      return months + 1
    case 'week':
      return Math.floor(months / 12) * 53 + Math.floor((until - addMonths(since, months)) / WEEK) + 1
    case 'day':
      return Math.floor((until - since) / DAY) + 1
    default:
      return Math.floor((until - since) / HOUR) + 1
  }
}
