import type { ChangeEvent } from './db/change.ts'

/** What happened, to whoever listens: cache invalidation, live reload, progress of jobs. */
export type Event =
  | ({ type?: undefined } & ChangeEvent)
  | { type: 'job'; id: string; userId: number | null }
  /** The whole store was replaced: nothing that was remembered holds. */
  | { type: 'restored' }

export type Events = {
  publish(event: Event): void
  /** Returns the way to stop listening. */
  subscribe(listener: (event: Event) => void): () => void
}

/** Events within one process. */
export const memoryEvents = (): Events => {
  const listeners = new Set<(event: Event) => void>()
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
