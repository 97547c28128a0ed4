import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { openingOf } from '../../fixture.ts'
import { createCards } from '../../state/cards.ts'
import { createMount } from '../../state/mount.ts'
import { startAutoRefresh } from './auto-refresh.ts'
import { refreshSpread } from './refresh-spread.ts'
import { repeatWhileVisible } from './repeat.ts'
import { periodMs, readRefreshSettings, refreshDelaysMs } from './schedule.ts'

type Row = [seconds: number, metadata: Record<string, unknown>, charts: number, delaysMs: number[], periodMs: number]

test.each<Row>([
  [10, {}, 3, [0, 2500, 5000], 10_000],
  [60, {}, 3, [0, 6000, 12_000], 60_000],
  [60, { stagger_time: 30_000 }, 4, [0, 10_000, 20_000, 30_000], 60_000],
  [10, { stagger_time: 20_000 }, 2, [0, 20_000], 20_000],
  [10, { stagger_time: 20_000, stagger_refresh: false }, 2, [0, 0], 10_000],
  [10, { stagger_time: 0 }, 2, [0, 5000], 10_000],
  [10, { stagger_time: -1 }, 2, [0, 5000], 10_000],
  [10, { stagger_refresh: 'true' }, 2, [0, 5000], 10_000],
  [10, { stagger_refresh: 'false' }, 2, [0, 0], 10_000],
  [10, { stagger_refresh: null }, 2, [0, 5000], 10_000],
  [10, { stagger_time: 'soon', stagger_refresh: true }, 2, [0, 5000], 10_000],
  [10, {}, 1, [0], 10_000],
  [10, {}, 0, [], 10_000],
])('every %i s with %o, %i charts wait %j', (...row) => {
  const [seconds, metadata, charts, delays, period] = row
  const settings = readRefreshSettings(metadata, seconds)
  expect(refreshDelaysMs(charts, settings)).toEqual(delays)
  expect(periodMs(settings)).toBe(period)
})

describe('the schedule', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const pageOf = () => {
    const target = new EventTarget()
    const page = Object.assign(target, { hidden: false }) as unknown as Document & { hidden: boolean }
    const show = (isShown: boolean) => {
      Object.assign(page, { hidden: !isShown })
      page.dispatchEvent(new Event('visibilitychange'))
    }
    return { page, show }
  }

  test('a round starts each period, pauses while the page is hidden, and starts at once if one was missed', () => {
    const { page, show } = pageOf()
    const rounds: number[] = []
    const stopped = vi.fn<() => void>()
    const start = Date.now()
    const end = repeatWhileVisible(
      10_000,
      () => {
        rounds.push(Date.now() - start)
        return stopped
      },
      page,
    )
    vi.advanceTimersByTime(20_000)
    expect(rounds).toEqual([10_000, 20_000])
    // Hidden and shown before the next round is due.
    show(false)
    vi.advanceTimersByTime(4000)
    show(true)
    vi.advanceTimersByTime(6000)
    expect(rounds).toEqual([10_000, 20_000, 30_000])
    show(false)
    vi.advanceTimersByTime(60_000)
    expect(rounds).toHaveLength(3)
    show(true)
    vi.advanceTimersByTime(0)
    expect(rounds).toEqual([10_000, 20_000, 30_000, 90_000])
    stopped.mockClear()
    end()
    vi.advanceTimersByTime(60_000)
    show(true)
    expect(rounds).toHaveLength(4)
    expect(stopped).toHaveBeenCalledTimes(1)
  })

  test('cards refresh one after the other, except those that are skipped and those left when the round stops', () => {
    const cards = createCards()
    const refreshed: string[] = []
    for (const id of ['a', 'b', 'c', 'd']) cards.register(id, { refresh: () => void refreshed.push(id), stop: () => {}, retry: () => {} })
    const stop = refreshSpread(cards, {
      delaysMs: (count) => refreshDelaysMs(count, readRefreshSettings({}, 10)),
      skips: (id) => id === 'b',
      mode: 'force',
    })
    vi.advanceTimersByTime(0)
    expect(refreshed).toEqual(['a'])
    vi.advanceTimersByTime(2500)
    expect(refreshed).toEqual(['a', 'c'])
    expect(cards.state.getState().refreshing).toBeNull()
    stop()
    vi.advanceTimersByTime(10_000)
    expect(refreshed).toEqual(['a', 'c'])
    // Cards that became visible since then bypass the caches.
    expect([cards.mustForce('a'), cards.mustForce('later')]).toEqual([false, true])
  })

  test('the last card of a staggered round ends it, so that filters are asked after the charts', () => {
    const cards = createCards()
    for (const id of ['a', 'b']) cards.register(id, { refresh: () => {}, stop: () => {}, retry: () => {} })
    refreshSpread(cards, {
      delaysMs: () => [0, 100],
      skips: () => false,
      mode: 'force',
    })
    vi.advanceTimersByTime(50)
    expect(cards.state.getState().refreshing).toBeNull()
    vi.advanceTimersByTime(50)
    // The head counts the whole round.
    expect(cards.state.getState().refreshing).toEqual(['a', 'b'])
    cards.setCardState('b', { status: 'done', dataAt: 1 })
    expect(cards.state.getState().refreshing).toBeNull()
  })

  test('without stagger all cards refresh together', () => {
    const cards = createCards()
    const refreshed: string[] = []
    for (const id of ['a', 'b']) cards.register(id, { refresh: () => void refreshed.push(id), stop: () => {}, retry: () => {} })
    refreshSpread(cards, {
      delaysMs: () => [0, 0],
      skips: () => false,
      mode: 'force',
    })
    expect(refreshed).toEqual(['a', 'b'])
    expect(cards.state.getState().refreshing).toEqual(['a', 'b'])
  })

  test.each([
    ['force', ['refresh a', 'refresh b'], true],
    ['fetch', ['retry a', 'retry b'], false],
  ] as const)('the mode %s asks %j', (mode, expected, forcesLater) => {
    const cards = createCards()
    const calls: string[] = []
    for (const id of ['a', 'b'])
      cards.register(id, { refresh: () => void calls.push(`refresh ${id}`), stop: () => {}, retry: () => void calls.push(`retry ${id}`) })
    refreshSpread(cards, { delaysMs: () => [0, 100], skips: () => false, mode })
    vi.advanceTimersByTime(200)
    expect(calls).toEqual(expected)
    expect(cards.mustForce('later')).toBe(forcesLater)
  })

  test('a round of the auto-refresh says when the next one comes, and leaves out immune charts', () => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
    useToasts.setState({ toasts: [] })
    const part = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, width: 4, height: 20 } })
    const position = {
      ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', children: ['ROW'] },
      ROW: { type: 'ROW', children: ['C1', 'C2'] },
      C1: part(1),
      C2: part(2),
    }
    const { store, cards } = createMount(openingOf(position))
    const refreshed: string[] = []
    for (const id of ['C1', 'C2']) cards.register(id, { refresh: () => void refreshed.push(id), stop: () => {}, retry: () => {} })
    const metadata = { timed_refresh_immune_slices: [2], stagger_refresh: false }
    const end = startAutoRefresh({ store, cards, seconds: 30, mode: 'force', metadata })
    vi.advanceTimersByTime(30_000)
    end()
    expect(refreshed).toEqual(['C1'])
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
      'This dashboard is currently auto refreshing; the next auto refresh will be in 30 seconds.',
    ])
    vi.unstubAllGlobals()
  })
})
