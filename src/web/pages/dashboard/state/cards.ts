import { createStore } from 'zustand'
import type { ChartDataStatus } from '../../../frame/data/use-chart-data.ts'

/** Lets the page control a card's request. */
export type CardHandle = { refresh: () => void; stop: () => void; retry: () => void }

/** Whether a refresh bypasses the caches or may use those of the server. */
export type RefreshMode = 'force' | 'fetch'

type CardStatus = {
  status: ChartDataStatus
  /** When its data was queried, in epoch ms. */
  dataAt: number | null
  /** Why the picture could not be updated. */
  refreshError?: unknown
}

export type CardsState = {
  statuses: Readonly<Record<string, CardStatus>>
  /** Cards that are being refreshed together; null when none are. */
  refreshing: readonly string[] | null
  /** Cards that finished within the last two seconds. */
  justRefreshed: ReadonlySet<string>
  /** When the caches were last bypassed for all cards, in epoch ms; 0 if never. */
  forcedAt: number
  /** Draws cards outside the viewport too. */
  drawsAll: boolean
}

const freshMs = 2000

/** The request states of all cards of a page, and actions on all of them. */
export const createCards = () => {
  const handles = new Map<string, CardHandle>()
  /** Cards that have fetched since the last refresh of all cards. Others bypass the caches when they become visible. */
  let requestedSinceRefresh: Set<string> | null = null
  const state = createStore<CardsState>(() => ({ statuses: {}, refreshing: null, justRefreshed: new Set(), forcedAt: 0, drawsAll: false }))

  const isRunning = (id: string) => state.getState().statuses[id]?.status === 'loading'
  const endRound = () => {
    const { refreshing } = state.getState()
    if (refreshing && !refreshing.some(isRunning)) state.setState({ refreshing: null })
  }

  const forceLater = () => {
    requestedSinceRefresh = new Set(handles.keys())
    state.setState({ forcedAt: Date.now() })
  }

  const refreshOne = (id: string, mode: RefreshMode = 'force') => (mode === 'force' ? handles.get(id)?.refresh() : handles.get(id)?.retry())
  const refresh = (ids: readonly string[], mode?: RefreshMode) => {
    const here = ids.filter((id) => handles.has(id))
    state.setState(({ statuses }) => ({
      refreshing: here.length > 0 ? here : null,
      statuses: {
        ...statuses,
        ...Object.fromEntries(here.map((id) => [id, { status: 'loading' as const, dataAt: statuses[id]?.dataAt ?? null }])),
      },
    }))
    for (const id of here) refreshOne(id, mode)
  }

  return {
    state,
    /** Registers a card that has requested its data. Returns a function that unregisters it. */
    register: (id: string, handle: CardHandle) => {
      handles.set(id, handle)
      requestedSinceRefresh?.add(id)
      return () => {
        handles.delete(id)
        state.setState(({ statuses, refreshing }) => {
          const { [id]: _gone, ...rest } = statuses
          return { statuses: rest, refreshing: refreshing?.filter((other) => other !== id) ?? null }
        })
        endRound()
      }
    },
    setCardState: (id: string, news: CardStatus) => {
      const wasRunning = isRunning(id)
      state.setState((before) => ({ statuses: { ...before.statuses, [id]: news } }))
      if (wasRunning && news.status === 'done' && state.getState().refreshing?.includes(id)) {
        state.setState(({ justRefreshed }) => ({ justRefreshed: new Set([...justRefreshed, id]) }))
        setTimeout(
          () => state.setState(({ justRefreshed }) => ({ justRefreshed: new Set([...justRefreshed].filter((other) => other !== id)) })),
          freshMs,
        )
      }
      endRound()
    },
    /** Whether a card that becomes visible now has to bypass the caches. */
    mustForce: (id: string) => requestedSinceRefresh !== null && !requestedSinceRefresh.has(id),
    isRunning,
    ids: () => [...handles.keys()],
    /** Cards that become visible from now on bypass the caches. */
    forceLater,
    refresh,
    refreshAll: () => {
      forceLater()
      refresh([...handles.keys()])
    },
    refreshOne,
    /** Retries the cards whose last request failed. */
    retryFailed: () => {
      for (const [id, handle] of handles) if (state.getState().statuses[id]?.status === 'failed') handle.retry()
    },
    stopAll: () => {
      for (const [id, handle] of handles) if (isRunning(id)) handle.stop()
      state.setState({ refreshing: null })
    },
  }
}

export type Cards = ReturnType<typeof createCards>
