import type { Translate } from '#core/i18n/t.ts'

/** A typed number: the number itself, null for nothing, and the text as long as it is none or not finished. */
export const readNumber = (text: string): number | string | null => {
  const typed = text.trim()
  if (typed === '') return null
  if (/[.]$|\.\d*0$/.test(typed)) return typed
  const value = Number(typed)
  return Number.isFinite(value) ? value : typed
}

/** Why a value is no number, or no whole one; null when it is fine or empty. */
export const refuseNumber = (value: unknown, { whole, t }: { whole: boolean; t: Translate }): string | null => {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  if (!Number.isFinite(number)) return t('is expected to be a number')
  return whole && Math.trunc(number) !== number ? t('is expected to be an integer') : null
}
