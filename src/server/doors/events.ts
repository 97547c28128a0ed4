import type { ChangeEvent } from '../db/change.ts'

/** What happened, to whoever listens: cache invalidation, live reload, progress of jobs. */
export type Event =
  | ({ type?: undefined } & ChangeEvent)
  | { type: 'job'; id: string; userId: number | null }
  /** The whole store was replaced: nothing that was remembered holds. */
  | { type: 'restored' }

export type Listener = (event: Event) => void | Promise<void>

export type Events = {
  /** Resolves when the listeners of this process have done what they do, and the event is on its way to those of others. */
  publish(event: Event): Promise<void>
  /** Returns the way to stop listening. */
  subscribe(listener: Listener): () => void
}

/** Events within one process. */
export const createMemoryEvents = (): Events => {
  const listeners = new Set<Listener>()
  return {
    publish: async (event) => {
      await Promise.all([...listeners].map((listener) => listener(event)))
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
