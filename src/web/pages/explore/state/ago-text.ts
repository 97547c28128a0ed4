import { t } from '#core/i18n/t.ts'

/** `2 min ago`, in the language of the page. */
export const agoText = (then: number, now: number): string => {
  const seconds = Math.max(0, Math.round((now - then) / 1000))
  if (seconds < 60) return t('just now')
  const format = new Intl.RelativeTimeFormat(t.locale, { numeric: 'always', style: 'short' })
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), 'minute')
  return seconds < 86_400 ? format.format(-Math.floor(seconds / 3600), 'hour') : format.format(-Math.floor(seconds / 86_400), 'day')
}
