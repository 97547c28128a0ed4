import { numberFormatter } from './number.ts'
import type { ValueFormatter } from './number.ts'

/** Shows years in full and without thousands marks. */
const yearFormat = '~g'

const named = /(^|[^\p{L}])(year|decade|jahr|jahrzehnt)\)?$/iu

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value < 3000

/** Whether a column with such values holds years. */
export const holdsYears = (name: string, [low, high]: readonly [number, number]): boolean => isYear(low) && isYear(high) && named.test(name)

/** The format of a metric that gives a year: the first or the last one. Undefined where it gives another number. */
export const formatOfYearMetric = (label: string): string | undefined =>
  /^(min|max)\(/i.test(label) && named.test(label) ? yearFormat : undefined

/** Plausible years in a column without a telling name. */
const looksLikeYears = ([low, high]: readonly [number, number]): boolean =>
  Number.isInteger(low) && Number.isInteger(high) && low >= 1500 && high <= 2100

/** How the minimum and maximum of a column are written: short, but years in full. */
export const extentFormatter = (name: string, extent: readonly [number, number], locale: string): ValueFormatter =>
  numberFormatter(holdsYears(name, extent) || looksLikeYears(extent) ? yearFormat : undefined, locale)
