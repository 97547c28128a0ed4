import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip, zstdCompress, zstdDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { giveBack } from '#core/give-back.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const toGzip = promisify(gzip)

export type Encoding = 'zstd' | 'gzip' | 'identity'

/** A finished answer: what it is, and its bytes. */
export type Answer = { contentType: string; disposition?: string; bytes: Uint8Array }

type Entry = {
  contentType: string
  disposition: string | undefined
  /** The same body by encoding; the first is what was stored, others come when they are asked for. */
  bodies: Map<Encoding, Uint8Array>
  /** It was asked for: its bytes may be on their way to somebody. */
  isOut: boolean
  storedAt: number
  expiresAt: number
  /** What an invalidation may name: `dataset:<uid>`. */
  tags: string[]
}

/** Below this many bytes compression costs more than it saves. */
const minPackedBytes = 1024

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

const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 64 * 1024 }

/** The encoding that a client takes best. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  const names = (accepted ?? '').toLowerCase()
  if (/\bzstd\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(names)) return 'zstd'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(names) ? 'gzip' : 'identity'
}

export const encodeBody = async (bytes: Uint8Array, encoding: Encoding): Promise<{ bytes: Uint8Array; encoding: Encoding }> => {
  if (encoding === 'identity' || bytes.byteLength < minPackedBytes) return { bytes, encoding: 'identity' }
  return {
    bytes: encoding === 'zstd' ? await compress(bytes, { ...fast, pledgedSrcSize: bytes.byteLength }) : await toGzip(bytes, { level: 1 }),
    encoding,
  }
}

/** `isStale`: its time is over. */
export type Stored = Answer & { encoding: Encoding; isStale: boolean }

/** When an answer was stored. */
export type Kept = { storedAt: number; isStale: boolean }

/** `storedAt`: as of when, epoch ms; now unless told. */
type KeepOptions = { seconds: number; tags: string[]; storedAt?: number }

/** `packAfterMs`: what is asked for in a burst is packed when it is over. */
export type CacheOptions = { maxBytes: number; packAfterMs?: number; now(): number }

/**
 * Finished answers as compressed bytes, up to a bound on the memory they hold; the least recently used go first. A body that a client
 * cannot take compressed is unpacked once and kept beside the packed one.
 */
export const createCache = ({ maxBytes, packAfterMs = 0, now }: CacheOptions) => {
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

  return {
    /** The stored body in an encoding that the client takes, at most `maxStale` seconds past its time. */
    get: async (key: string, wanted: Encoding, maxStale = 0): Promise<Stored | null> => {
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
    /** Of an answer that is there, too old ones included. */
    kept: (key: string): Kept | null => {
      const entry = find(key, Infinity)
      return entry && { storedAt: entry.storedAt, isStale: entry.expiresAt <= now() }
    },
    /** There at once; packed a moment later. The bytes are the cache's own from here on. */
    set: async (key: string, answer: Answer, { seconds, tags, storedAt = now() }: KeepOptions): Promise<void> => {
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
    /** Forgets every answer that carries one of the tags; how many there were. */
    forget: (tags: readonly string[]): number => {
      invalidations++
      for (const tag of tags) forgotten.set(tag, invalidations)
      const gone = [...entries.entries()].filter(([, entry]) => entry.tags.some((tag) => tags.includes(tag)))
      for (const [key] of gone) entries.delete(key)
      return gone.length
    },
    /** Changes when answers with one of the tags are forgotten. */
    epoch: (tags: readonly string[]): number => Math.max(cleared, ...tags.map((tag) => forgotten.get(tag) ?? 0)),
    clear: (): void => {
      cleared = ++invalidations
      forgotten.clear()
      entries.clear()
    },
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  }
}

export type ResultCache = ReturnType<typeof createCache>
