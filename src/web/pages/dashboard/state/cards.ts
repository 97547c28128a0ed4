import { createStore } from 'zustand'
import type { ChartDataStatus } from '../../../frame/data/use-chart-data.ts'

/** Lets the page control a card's request. */
export type CardHandle = { refresh: () => void; stop: () => void; retry: () => void }

type CardNews = {
  status: ChartDataStatus
  /** When its data was queried, in epoch ms. */
  dataAt: number | null
  /** Why the picture could not be updated. */
  outdated?: unknown
}

export type CardsState = {
  news: Readonly<Record<string, CardNews>>
  /** Cards that are being refreshed together; null when none are. */
  round: readonly string[] | null
  /** Cards that finished within the last two seconds. */
  fresh: ReadonlySet<string>
  /** Draws cards outside the viewport too. */
  drawsAll: boolean
}

const freshMs = 2000

/** The request states of all cards of a page, and actions on all of them. */
export const createCards = () => {
  const handles = new Map<string, CardHandle>()
  /** Cards that have fetched since the last refresh of all cards. Others bypass the caches when they become visible. */
  let asked: Set<string> | null = null
  const state = createStore<CardsState>(() => ({ news: {}, round: null, fresh: new Set(), drawsAll: false }))

  const isRunning = (id: string) => state.getState().news[id]?.status === 'loading'
  const endRound = () => {
    const { round } = state.getState()
    if (round && !round.some(isRunning)) state.setState({ round: null })
  }

  const refresh = (ids: readonly string[]) => {
    const here = ids.filter((id) => handles.has(id))
    state.setState(({ news }) => ({
      round: here.length > 0 ? here : null,
      news: { ...news, ...Object.fromEntries(here.map((id) => [id, { status: 'loading' as const, dataAt: news[id]?.dataAt ?? null }])) },
    }))
    for (const id of here) handles.get(id)?.refresh()
  }

  return {
    state,
    /** Registers a card that has requested its data. Returns a function that unregisters it. */
    register: (id: string, handle: CardHandle) => {
      handles.set(id, handle)
      asked?.add(id)
      return () => {
        handles.delete(id)
        state.setState(({ news, round }) => {
          const { [id]: _gone, ...rest } = news
          return { news: rest, round: round?.filter((other) => other !== id) ?? null }
        })
        endRound()
      }
    },
    setCardState: (id: string, news: CardNews) => {
      const wasRunning = isRunning(id)
      state.setState((before) => ({ news: { ...before.news, [id]: news } }))
      if (wasRunning && news.status === 'done' && state.getState().round?.includes(id)) {
        state.setState(({ fresh }) => ({ fresh: new Set([...fresh, id]) }))
        setTimeout(() => state.setState(({ fresh }) => ({ fresh: new Set([...fresh].filter((other) => other !== id)) })), freshMs)
      }
      endRound()
    },
    /** Whether a card that becomes visible now has to bypass the caches. */
    mustForce: (id: string) => asked !== null && !asked.has(id),
    refreshAll: () => {
      asked = new Set(handles.keys())
      refresh([...handles.keys()])
    },
    /** Refreshes all cards that are not skipped, each after its delay. Returns what stops those still waiting. */
    refreshSpread: (delaysMs: (count: number) => number[], skip: (id: string) => boolean): (() => void) => {
      const ids = [...handles.keys()].filter((id) => !skip(id))
      const delays = delaysMs(ids.length)
      asked = new Set(handles.keys())
      if (delays.every((delay) => delay === 0)) {
        refresh(ids)
        return () => {}
      }
      // The last card ends the round, after which the filters are asked again.
      const timers = ids.map((id, index) =>
        setTimeout(() => (index < ids.length - 1 ? handles.get(id)?.refresh() : refresh([id])), delays[index]),
      )
      return () => timers.forEach(clearTimeout)
    },
    refreshOne: (id: string) => handles.get(id)?.refresh(),
    /** Draws the cards outside the viewport too, and waits until all are done. */
    drawAll: async (count: number, timeoutMs = 60_000) => {
      state.setState({ drawsAll: true })
      const isDone = () => handles.size >= count && [...handles.keys()].every((id) => state.getState().news[id] && !isRunning(id))
      const until = Date.now() + timeoutMs
      while (!isDone() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
      // The last card still has to be painted.
      await new Promise((resolve) => setTimeout(resolve, 500))
    },
    /** Retries the cards whose last request failed. */
    retryFailed: () => {
      for (const [id, handle] of handles) if (state.getState().news[id]?.status === 'failed') handle.retry()
    },
    stopAll: () => {
      for (const [id, handle] of handles) if (isRunning(id)) handle.stop()
      state.setState({ round: null })
    },
  }
}

export type Cards = ReturnType<typeof createCards>
