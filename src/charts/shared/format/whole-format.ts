import { leastOfTwoDecimals, numberFormatter, tinyDigits } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'

/**
 * Whole numbers with thousands marks, others with as many decimals as all of them need, two at most; where all of them are too small for
 * that, three digits of each.
 */
export const wholeFormat = (values: Iterable<number>, locale: string): ValueFormatter => {
  let decimals = 0
  let greatest = 0
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    greatest = Math.max(greatest, Math.abs(value))
    if (!Number.isInteger(value)) decimals = Math.max(decimals, Math.abs(value * 10 - Math.round(value * 10)) > 1e-6 ? 2 : 1)
  }
  if (greatest > 0 && greatest < leastOfTwoDecimals) return numberFormatter(tinyDigits, locale)
  return numberFormatter(decimals === 0 ? ',d' : `,.${decimals}f`, locale)
}
