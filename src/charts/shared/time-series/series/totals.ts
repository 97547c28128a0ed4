import type { ValueFormatter } from '#core/format/number.ts'
import type { DrawContext } from '../../../chart.ts'

/** Totals above stacks, as the metric is written everywhere; none where the band is too narrow for the widest. */
export const totalTexts = (
  totals: (number | null)[],
  format: ValueFormatter,
  band: number,
  { measure }: Pick<DrawContext, 'measure'>,
): string[] | null => {
  const texts = totals.map((total) => (total === null ? '' : format(total)))
  return texts.every((text) => measure(text, 12, 500) <= band - 4) ? texts : null
}
