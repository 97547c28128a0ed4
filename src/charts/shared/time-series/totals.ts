import type { ValueFormatter } from '#core/format/number.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { DrawContext } from '../../chart.ts'

const units = [1e12, 1e9, 1e6, 1e3, 1]

/**
 * Totals above stacks: as the metric is written, or bare numbers in the unit of the largest where the band is too narrow,
 * or none where even these do not fit.
 */
export const totalTexts = (
  totals: (number | null)[],
  format: ValueFormatter,
  band: number,
  { measure, t }: Pick<DrawContext, 'measure' | 't'>,
): string[] | null => {
  const fits = (texts: string[]) => texts.every((text) => measure(text, 12, 500) <= band - 4)
  const full = totals.map((total) => (total === null ? '' : format(total)))
  if (fits(full)) return full
  const largest = Math.max(...totals.map((total) => Math.abs(total ?? 0)))
  const unit = units.find((one) => largest >= one) ?? 1
  const bare = numberFormatter(',.1f', t.locale)
  const short = totals.map((total) => (total === null ? '' : bare(total / unit)))
  return fits(short) ? short : null
}
