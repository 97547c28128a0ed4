import type { Translate } from '#core/i18n/t.ts'

/** A typed number: the number itself, null for nothing, and the text as long as it is none or not finished. */
export const readNumber = (text: string): number | string | null => {
  const typed = text.trim()
  if (typed === '') return null
  if (/[.]$|\.\d*0$/.test(typed)) return typed
  const value = Number(typed)
  return Number.isFinite(value) ? value : typed
}

/** Why a value is no number; null when it is one, or empty. */
export const numberFault = (value: unknown, t: Translate): string | null =>
  value === null || value === undefined || value === '' || Number.isFinite(Number(value)) ? null : t('is expected to be a number')
