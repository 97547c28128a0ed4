import type { Encoding } from './encoding.ts'

/** A finished response body. */
export type CachedBody = { contentType: string; disposition?: string; bytes: Uint8Array }

export type Stored = CachedBody & { encoding: Encoding; isStale: boolean }

export type StoredInfo = { storedAt: number; isStale: boolean }

export type StoreOptions = {
  /** 0: forever. */
  seconds: number
  /** Tags for invalidation, such as `dataset 7`. */
  tags: string[]
  /** Epoch ms; now by default. */
  storedAt?: number
  /** The tags' epoch when the body's query started: if they were invalidated since, the body is not stored. */
  epoch?: number
}

/** Response bodies by key, shared by all processes of an installation. */
export type Cache = {
  /** The stored body in the wanted encoding; `maxStale`: seconds past its expiry that are acceptable. */
  get(key: string, wanted: Encoding, maxStale?: number): Promise<Stored | null>
  /** When a body was stored, expired ones included. */
  peek(key: string): Promise<StoredInfo | null>
  /** The body is available at once; resolves when it is compressed. The caller must not use the bytes afterwards. */
  set(key: string, answer: CachedBody, options: StoreOptions): Promise<void>
  /** Removes every body with one of the tags; returns how many. */
  forget(tags: readonly string[]): Promise<number>
  /** Changes when one of the tags is invalidated. */
  epoch(tags: readonly string[]): Promise<number>
  clear(): Promise<void>
  stats(): Promise<{ entries: number; bytes: number }>
}
