import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import type { Cards, RefreshMode } from '../../state/cards.ts'
import type { DashboardStore } from '../../state/store.ts'
import { intervalText } from './intervals.ts'
import { refreshSpread } from './refresh-spread.ts'
import { repeatWhileVisible } from './repeat.ts'
import { periodMs, readRefreshSettings, refreshDelaysMs } from './schedule.ts'

export type AutoRefresh = { store: DashboardStore; cards: Cards; seconds: number; mode: RefreshMode; metadata: Record<string, unknown> }

/** Refreshes the charts every so many seconds, except those excluded from it. Returns what ends it. */
export const startAutoRefresh = ({ store, cards, seconds, mode, metadata }: AutoRefresh): (() => void) => {
  const settings = readRefreshSettings(metadata, seconds)
  const immune = new Set(asList(metadata['timed_refresh_immune_slices']).map(Number))
  return repeatWhileVisible(periodMs(settings), () => {
    const { layout } = store.getState().history.present
    say(t('This dashboard is currently auto refreshing; the next auto refresh will be in %s.', [intervalText(seconds)]))
    return refreshSpread(cards, {
      delaysMs: (count) => refreshDelaysMs(count, settings),
      mode,
      skips: (id) => immune.has(layout[id]?.meta.chartId ?? 0),
    })
  })
}
