import { t } from '#core/i18n/t.ts'
import type { Chosen } from '../page/list-state.ts'
import { listed } from '../options.ts'

const day = 86_400_000

/** Days back for each choice; `today` starts at midnight. */
const days: Record<string, number> = { today: 0, week: 7, month: 30, quarter: 91 }

export const sinceOptions = listed('since', () => [
  { value: 'today', label: t('today') },
  { value: 'week', label: t('last 7 days') },
  { value: 'month', label: t('last 30 days') },
  { value: 'quarter', label: t('last 3 months') },
])

/** Start of a choice, rounded to the hour so that query keys stay equal. */
export const since = (value: Chosen['value'], now: number = Date.now()): string => {
  const back = days[String(value)] ?? 0
  const start = back === 0 ? new Date(now).setHours(0, 0, 0, 0) : now - back * day
  return new Date(Math.floor(start / 3_600_000) * 3_600_000).toISOString()
}
