import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'

/** Whole numbers with thousands marks, others with as many decimals as all of them need, two at most. */
export const wholeFormat = (values: Iterable<number>, locale: string): ValueFormatter => {
  let decimals = 0
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    if (Math.abs(value * 10 - Math.round(value * 10)) > 1e-6) {
      decimals = 2
      break
    }
    if (!Number.isInteger(value)) decimals = 1
  }
  return numberFormatter(decimals === 0 ? ',d' : `,.${decimals}f`, locale)
}
