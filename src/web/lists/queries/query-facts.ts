import { msg, t } from '#core/i18n/t.ts'

const statuses: Record<string, string> = {
  pending: msg('Pending'),
  running: msg('Running'),
  success: msg('Success'),
  failed: msg('Failed'),
  stopped: msg('Stopped'),
  timed_out: msg('Timed out'),
}

/** The state of a query in words. */
export const statusText = (status: string): string => t(statuses[status] ?? status)

/** How long a query ran; times are epoch milliseconds, as numbers or texts. */
export const durationText = (start: number | string | null, end: number | string | null): string => {
  const seconds = (Number(end) - Number(start)) / 1000
  if (start === null || end === null || !Number.isFinite(seconds) || seconds < 0) return '–'
  return t('%(seconds)s s', { seconds: seconds.toLocaleString(t.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })
}
