import { t } from '#core/i18n/t.ts'

/** The chart's name, or else a description of what it shows. */
export const nameChart = (title: string, sentence: string): string => title || sentence || t('Untitled chart')
