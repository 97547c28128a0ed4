import { t } from '#core/i18n/t.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import type { Cards } from '../../state/cards.ts'

/** Refreshes all charts, and the filters after them, bypassing the caches. */
export const refreshAll = (cards: Cards): void => {
  cards.refreshAll()
  say(t('Refreshing charts'))
}
