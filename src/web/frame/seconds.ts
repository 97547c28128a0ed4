import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/i18n/t.ts'

/** Formats seconds in the page's language: `1.5`. */
export const secondsText = (seconds: number, digits = 1): string => numberFormatter(`.${digits}f`, t.locale)(seconds)
