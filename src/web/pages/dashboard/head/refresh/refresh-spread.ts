import type { Cards, RefreshMode } from '../../state/cards.ts'

type Spread = { delaysMs: (count: number) => number[]; skips: (id: string) => boolean; mode: RefreshMode }

/** Refreshes all cards that are not skipped, each after its delay. Returns what stops those still waiting. */
export const refreshSpread = (cards: Cards, { delaysMs, skips, mode }: Spread): (() => void) => {
  const ids = cards.ids().filter((id) => !skips(id))
  const delays = delaysMs(ids.length)
  if (mode === 'force') cards.forceLater()
  if (delays.every((delay) => delay === 0)) {
    cards.refresh(ids, mode)
    return () => {}
  }
  // The last card ends the round, after which the filters are asked again.
  const refreshLast = (id: string) => {
    cards.refresh([id], mode)
    cards.state.setState({ refreshing: ids })
  }
  const timers = ids.map((id, index) =>
    setTimeout(() => (index < ids.length - 1 ? cards.refreshOne(id, mode) : refreshLast(id)), delays[index]),
  )
  return () => timers.forEach(clearTimeout)
}
