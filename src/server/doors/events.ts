import type { ChangeEvent } from '../db/change.ts'

/** For cache invalidation, live reload and the progress of jobs. */
export type Event =
  | ({ type?: undefined } & ChangeEvent)
  | { type: 'job'; id: string; userId: number | null }
  /** The whole store was replaced: everything cached is invalid. */
  | { type: 'restored' }

export type Listener = (event: Event) => void | Promise<void>

export type Events = {
  /** Resolves when this process's listeners are done and the event was sent to other processes. */
  publish(event: Event): Promise<void>
  /** Returns a function that unsubscribes. */
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
