import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { giveBack } from '#core/encoding/give-back.ts'
import type { Cache } from './cache.ts'
import { encodeBody, minCompressedBytes, type Encoding } from './encoding.ts'

const decompress = promisify(zstdDecompress)

type Entry = {
  contentType: string
  disposition: string | undefined
  /** The body by encoding: the stored one, and others as clients request them. */
  bodies: Map<Encoding, Uint8Array>
  /** It was returned by `get`, so its bytes may still be in use. */
  isHandedOut: boolean
  storedAt: number
  expiresAt: number
  tags: string[]
}

/** Expired bodies are kept this long for callers that accept a stale one. */
const maxStaleMs = 24 * 3_600_000

/** Memory of an entry beyond its bytes: objects, maps, allocator rounding. Measured with 80,000 entries of 1 KB. */
const entryOverheadBytes = 1_200

/** Copies a slice of a larger buffer. zlib returns slices of its 64 KB chunks, which would keep the whole chunk in memory. */
const toOwnBuffer = (bytes: Uint8Array): Uint8Array => (bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes))

/** The memory of an entry in bytes, counting whole buffers even where a body is a slice. */
const bytesOf = (key: string, { bodies }: Entry): number => {
  const buffers = new Set([...bodies.values()].map(({ buffer }) => buffer))
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, entryOverheadBytes + key.length)
}

/** `compressAfterMs`: bodies are compressed after a burst of requests, not during it. */
type MemoryCacheOptions = { maxBytes: number; compressAfterMs?: number; now(): number }

/**
 * The cache of one process: compressed bodies, least recently used evicted first, up to `maxBytes`. A body for a client that does not
 * accept its encoding is decompressed once and kept beside the compressed one.
 */
export const createMemoryCache = ({ maxBytes, compressAfterMs = 0, now }: MemoryCacheOptions): Cache => {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: (entry, key) => bytesOf(key, entry),
  })
  /** When each tag, and when everything, was last invalidated; counted in invalidations. */
  const invalidatedAt = new Map<string, number>()
  let clearedAt = 0
  let invalidations = 0

  /** Stores the entry; if it is too large, removes the previous one. Returns whether it was stored. */
  const put = (key: string, entry: Entry): boolean => entries.set(key, entry).peek(key) === entry

  const addBody = (key: string, entry: Entry, encoding: Encoding, bytes: Uint8Array) => {
    const body = toOwnBuffer(bytes)
    if (entries.peek(key) !== entry || bytesOf(key, entry) + body.byteLength > maxBytes / 4) return
    entry.bodies.set(encoding, body)
    // The cache computes an entry's size when it is set.
    entries.delete(key)
    put(key, entry)
  }

  const decompressed = async (entry: Entry): Promise<Uint8Array> => {
    const known = entry.bodies.get('identity')
    return known ?? decompress(entry.bodies.get('zstd') ?? new Uint8Array())
  }

  const find = (key: string, maxStale = 0): Entry | null => {
    const entry = entries.get(key)
    if (!entry) return null
    if (entry.expiresAt + maxStaleMs <= now()) entries.delete(key)
    return entry.expiresAt + Math.min(maxStale * 1000, maxStaleMs) <= now() ? null : entry
  }

  const epochOf = (tags: readonly string[]): number => Math.max(clearedAt, ...tags.map((tag) => invalidatedAt.get(tag) ?? 0))

  return {
    get: async (key, wanted, maxStale = 0) => {
      const entry = find(key, maxStale)
      if (!entry) return null
      entry.isHandedOut = true
      const { contentType, disposition } = entry
      const facts = { contentType, ...(disposition !== undefined && { disposition }), isStale: entry.expiresAt <= now() }
      const ready = entry.bodies.get(wanted)
      if (ready) return { ...facts, bytes: ready, encoding: wanted }
      const plain = await decompressed(entry)
      const made = await encodeBody(plain, wanted)
      if (!entry.bodies.has(made.encoding)) addBody(key, entry, made.encoding, made.bytes)
      return { ...facts, ...made }
    },
    peek: async (key) => {
      const entry = find(key, Infinity)
      return entry && { storedAt: entry.storedAt, isStale: entry.expiresAt <= now() }
    },
    set: async (key, answer, { seconds, tags, storedAt = now(), epoch = epochOf(tags) }) => {
      if (epochOf(tags) !== epoch) return
      const { contentType, disposition, bytes } = answer
      const expiresAt = seconds === 0 ? Infinity : storedAt + seconds * 1000
      const entryOf = (encoding: Encoding, body: Uint8Array): Entry => ({
        contentType,
        disposition,
        bodies: new Map([[encoding, toOwnBuffer(body)]]),
        isHandedOut: false,
        storedAt,
        expiresAt,
        tags,
      })
      const fresh = entryOf('identity', bytes)
      const isKept = put(key, fresh)
      if (bytes.byteLength < minCompressedBytes) return
      // Something newer may be there by then, or it was invalidatedAt.
      const isGone = () => isKept && entries.peek(key) !== fresh
      if (isKept) await pause(compressAfterMs, undefined, { ref: false })
      const compressed = isGone() ? null : await encodeBody(bytes, 'zstd')
      if (compressed && !isGone()) put(key, entryOf(compressed.encoding, compressed.bytes))
      if (!fresh.isHandedOut) giveBack(bytes)
    },
    forget: async (tags) => {
      invalidations++
      for (const tag of tags) invalidatedAt.set(tag, invalidations)
      const gone = [...entries.entries()].filter(([, entry]) => entry.tags.some((tag) => tags.includes(tag)))
      for (const [key] of gone) entries.delete(key)
      return gone.length
    },
    epoch: async (tags) => epochOf(tags),
    clear: async () => {
      clearedAt = ++invalidations
      invalidatedAt.clear()
      entries.clear()
    },
    stats: async () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  }
}
