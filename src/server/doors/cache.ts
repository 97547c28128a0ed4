import type { Encoding } from './encoding.ts'

/** A finished answer: what it is, and its bytes. */
export type Answer = { contentType: string; disposition?: string; bytes: Uint8Array }

/** `isStale`: its time is over. */
export type Stored = Answer & { encoding: Encoding; isStale: boolean }

/** When an answer was stored. */
export type Kept = { storedAt: number; isStale: boolean }

export type KeepOptions = {
  /** 0: for good. */
  seconds: number
  /** What an invalidation may name: `dataset 7`. */
  tags: string[]
  /** As of when, epoch ms; by default now. */
  storedAt?: number
  /** The tags' epoch when the answer was begun: one that was forgotten since is not kept. */
  epoch?: number
}

/** Finished answers by key, for all processes of an installation. */
export type Cache = {
  /** The stored body in an encoding that the client takes, at most `maxStale` seconds past its time. */
  get(key: string, wanted: Encoding, maxStale?: number): Promise<Stored | null>
  /** Of an answer that is there, too old ones included. */
  kept(key: string): Promise<Kept | null>
  /** Resolves when it has its final form; it is there at once. The bytes are the cache's own from here on. */
  set(key: string, answer: Answer, options: KeepOptions): Promise<void>
  /** Forgets every answer that carries one of the tags; how many there were. */
  forget(tags: readonly string[]): Promise<number>
  /** Changes when answers with one of the tags are forgotten. */
  epoch(tags: readonly string[]): Promise<number>
  clear(): Promise<void>
  stats(): Promise<{ entries: number; bytes: number }>
}
