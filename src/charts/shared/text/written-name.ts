import type { Translate } from '#core/i18n/t.ts'

/**
 * A name as people read it. Answers name what has no value `<NULL>`, and so do colours, filters and saved charts: the name stays
 * what tells marks apart, and only its writing is in words.
 */
export const writtenName = (name: string, t: Translate): string => name.replaceAll('<NULL>', t('blank'))
