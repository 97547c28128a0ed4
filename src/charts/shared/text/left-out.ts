import type { Translate } from '#core/i18n/t.ts'
import type { LeftOut, LeftOutCounts } from '../../chart.ts'

const sentences: Record<LeftOut, (count: number, t: Translate) => string> = {
  notPositive: (count, t) =>
    t.plural(
      count,
      '%(count)s value of zero or less is not drawn on the logarithmic axis.',
      '%(count)s values of zero or less are not drawn on the logarithmic axis.',
    ),
  negativeParts: (count, t) =>
    t.plural(
      count,
      '%(count)s value below zero is not drawn as a part of the whole.',
      '%(count)s values below zero are not drawn as parts of the whole.',
    ),
}

const kinds: readonly LeftOut[] = ['notPositive', 'negativeParts']

/** What a picture leaves out, in words. */
export const leftOutText = (counts: LeftOutCounts, t: Translate): string =>
  kinds.flatMap((kind) => (counts[kind] ? sentences[kind](counts[kind], t) : [])).join(' ')
