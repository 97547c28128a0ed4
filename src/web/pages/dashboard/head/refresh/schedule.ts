/** How a dashboard refreshes its charts automatically. */
export type RefreshSettings = {
  intervalMs: number
  /** Charts refresh one after the other instead of at once. */
  staggers: boolean
  staggerMs: number
}

const defaultStaggerMs = 5000

/** The share of the interval within which all charts have been refreshed. */
const staggerShare = 0.2

/** Settings of a dashboard's metadata. `stagger_refresh` is on by default and may be a text; a `stagger_time` in ms of 0 means the default. */
export const readRefreshSettings = (metadata: Record<string, unknown>, intervalSeconds: number): RefreshSettings => {
  const staggerMs = Number(metadata['stagger_time'])
  const staggers = metadata['stagger_refresh'] ?? true
  return {
    intervalMs: intervalSeconds * 1000,
    staggers: staggers === true || staggers === 'true',
    staggerMs: staggerMs > 0 && Number.isFinite(staggerMs) ? staggerMs : defaultStaggerMs,
  }
}

/** Between two rounds: a staggered round is never cut short by the next one. */
export const periodMs = ({ intervalMs, staggers, staggerMs }: RefreshSettings): number =>
  staggers ? Math.max(intervalMs, staggerMs) : intervalMs

/** How long each of so many charts waits after the start of a round. */
export const refreshDelaysMs = (count: number, { intervalMs, staggers, staggerMs }: RefreshSettings): number[] => {
  const windowMs = staggers ? Math.max(intervalMs * staggerShare, staggerMs) : 0
  return Array.from({ length: count }, (_, index) => (count > 1 ? (windowMs * index) / (count - 1) : 0))
}
