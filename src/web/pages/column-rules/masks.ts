import type { ColumnMask } from '#core/access/column-rules.ts'
import { t } from '#core/i18n/t.ts'

type MaskText = { label: string; hint: string }

/** What each mask is called, and what people see of a masked column. */
export const maskTexts = (): Record<ColumnMask, MaskText> => ({
  hidden: { label: t('Hidden'), hint: t('The column is not there.') },
  hash: {
    label: t('Hash'),
    hint: t('Equal values stay equal and can be counted and joined. Who knows the possible values can find them out.'),
  },
  last_four: { label: t('Last four'), hint: t('Asterisks and the last four characters. Shorter values are asterisks only.') },
  year: { label: t('Year only'), hint: t('The first day of the year. For columns of dates and times.') },
})
