import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { giveBack } from '#core/encoding/give-back.ts'
import type { Cache } from './cache.ts'
import { encodeBody, minPackedBytes, type Encoding } from './encoding.ts'

const decompress = promisify(zstdDecompress)

type Entry = {
  contentType: string
  disposition: string | undefined
  /** The same body by encoding; the first is what was stored, others come when they are asked for. */
  bodies: Map<Encoding, Uint8Array>
  /** It was asked for: its bytes may be on their way to somebody. */
  isOut: boolean
  storedAt: number
  expiresAt: number
  tags: string[]
}

/** Expired answers are kept this long for callers that prefer a stale answer at once. */
const maxStaleMs = 24 * 3_600_000

/** Resident memory of an entry beyond its bytes: objects, maps, allocator rounding. Measured with 80,000 entries of 1 KB. */
const entryOverheadBytes = 1_200

/** The bytes in a buffer of their own. zlib answers with slices of its 64 KB chunks, which a slice would keep in memory. */
const ownBytes = (bytes: Uint8Array): Uint8Array => (bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes))

/** What an entry costs in memory, in bytes: whole buffers, also where a body is only a slice. */
const costOf = (key: string, { bodies }: Entry): number => {
  const buffers = new Set([...bodies.values()].map(({ buffer }) => buffer))
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, entryOverheadBytes + key.length)
}

/** `packAfterMs`: what is asked for in a burst is packed when it is over. */
type MemoryCacheOptions = { maxBytes: number; packAfterMs?: number; now(): number }

/**
 * The cache of one process: finished answers as compressed bytes, up to a bound on the memory they hold; the least recently used go first. A body that a client
 * cannot take compressed is unpacked once and kept beside the packed one.
 */
export const createMemoryCache = ({ maxBytes, packAfterMs = 0, now }: MemoryCacheOptions): Cache => {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: (entry, key) => costOf(key, entry),
  })
  /** When a tag was last forgotten, and when everything was; counted in invalidations. */
  const forgotten = new Map<string, number>()
  let cleared = 0
  let invalidations = 0

  /** Takes the entry, or drops what stood there when it is too large for the cache. */
  const put = (key: string, entry: Entry): boolean => entries.set(key, entry).peek(key) === entry

  const addBody = (key: string, entry: Entry, encoding: Encoding, bytes: Uint8Array) => {
    const body = ownBytes(bytes)
    if (entries.peek(key) !== entry || costOf(key, entry) + body.byteLength > maxBytes / 4) return
    entry.bodies.set(encoding, body)
    // An entry is measured when it is set.
    entries.delete(key)
    put(key, entry)
  }

  const unpacked = async (entry: Entry): Promise<Uint8Array> => {
    const known = entry.bodies.get('identity')
    return known ?? decompress(entry.bodies.get('zstd') ?? new Uint8Array())
  }

  const find = (key: string, maxStale = 0): Entry | null => {
    const entry = entries.get(key)
    if (!entry) return null
    if (entry.expiresAt + maxStaleMs <= now()) entries.delete(key)
    return entry.expiresAt + Math.min(maxStale * 1000, maxStaleMs) <= now() ? null : entry
  }

  const epochOf = (tags: readonly string[]): number => Math.max(cleared, ...tags.map((tag) => forgotten.get(tag) ?? 0))

  return {
    get: async (key, wanted, maxStale = 0) => {
      const entry = find(key, maxStale)
      if (!entry) return null
      entry.isOut = true
      const { contentType, disposition } = entry
      const facts = { contentType, ...(disposition !== undefined && { disposition }), isStale: entry.expiresAt <= now() }
      const ready = entry.bodies.get(wanted)
      if (ready) return { ...facts, bytes: ready, encoding: wanted }
      const plain = await unpacked(entry)
      const made = await encodeBody(plain, wanted)
      if (!entry.bodies.has(made.encoding)) addBody(key, entry, made.encoding, made.bytes)
      return { ...facts, ...made }
    },
    kept: async (key) => {
      const entry = find(key, Infinity)
      return entry && { storedAt: entry.storedAt, isStale: entry.expiresAt <= now() }
    },
    /** There at once; packed a moment later. */
    set: async (key, answer, { seconds, tags, storedAt = now(), epoch = epochOf(tags) }) => {
      if (epochOf(tags) !== epoch) return
      const { contentType, disposition, bytes } = answer
      const expiresAt = seconds === 0 ? Infinity : storedAt + seconds * 1000
      const entryOf = (encoding: Encoding, body: Uint8Array): Entry => ({
        contentType,
        disposition,
        bodies: new Map([[encoding, ownBytes(body)]]),
        isOut: false,
        storedAt,
        expiresAt,
        tags,
      })
      const fresh = entryOf('identity', bytes)
      const isKept = put(key, fresh)
      if (bytes.byteLength < minPackedBytes) return
      // Something newer may stand there by then, or it was forgotten.
      const isGone = () => isKept && entries.peek(key) !== fresh
      if (isKept) await pause(packAfterMs, undefined, { ref: false })
      const packed = isGone() ? null : await encodeBody(bytes, 'zstd')
      if (packed && !isGone()) put(key, entryOf(packed.encoding, packed.bytes))
      if (!fresh.isOut) giveBack(bytes)
    },
    forget: async (tags) => {
      invalidations++
      for (const tag of tags) forgotten.set(tag, invalidations)
      const gone = [...entries.entries()].filter(([, entry]) => entry.tags.some((tag) => tags.includes(tag)))
      for (const [key] of gone) entries.delete(key)
      return gone.length
    },
    epoch: async (tags) => epochOf(tags),
    clear: async () => {
      cleared = ++invalidations
      forgotten.clear()
      entries.clear()
    },
    stats: async () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  }
}
