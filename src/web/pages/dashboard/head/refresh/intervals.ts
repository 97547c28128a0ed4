import { t } from '#core/i18n/t.ts'

/** Refresh intervals in seconds. */
export const intervals = () => [
  { value: 0, label: t("Don't refresh") },
  { value: 10, label: t('10 seconds') },
  { value: 30, label: t('30 seconds') },
  { value: 60, label: t('1 minute') },
  { value: 300, label: t('5 minutes') },
  { value: 1800, label: t('30 minutes') },
  { value: 3600, label: t('1 hour') },
  { value: 21_600, label: t('6 hours') },
  { value: 43_200, label: t('12 hours') },
  { value: 86_400, label: t('24 hours') },
]

/** An interval in words, also one that is not offered. */
export const intervalText = (seconds: number): string =>
  intervals().find(({ value }) => value === seconds)?.label ?? t.plural(seconds, '%(count)s second', '%(count)s seconds')
