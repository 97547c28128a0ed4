import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/i18n/t.ts'

/** Seconds as they are read: `1.5`. */
export const secondsText = (seconds: number, digits = 1): string => numberFormatter(`.${digits}f`, t.locale)(seconds)
