import { LRUCache } from 'lru-cache'
import { readObject } from '#core/encoding/read-object.ts'
import { asRecord } from '#core/query/read.ts'
import type { Row } from '../../db/tables.ts'

export type MetadataTimeout = 'schema_cache_timeout' | 'table_cache_timeout'

/** Seconds that a list is kept, by `extra.metadata_cache_timeout`; 0 = until it is refreshed, null = not at all. */
const keptSeconds = ({ extra }: Pick<Row<'databases'>, 'extra'>, name: MetadataTimeout): number | null => {
  const seconds = asRecord(readObject(extra)['metadata_cache_timeout'])[name]
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null
}

const lists = new LRUCache<string, { list: Promise<unknown> }>({ max: 2_000 })

type Asked = { database: Pick<Row<'databases'>, 'extra'>; timeout: MetadataTimeout; key: readonly unknown[]; force?: boolean | undefined }

/** A list of what a database holds, from the cache where its settings allow it. `force` reads it again. */
export const cachedList = <T>({ database, timeout, key, force = false }: Asked, read: () => Promise<T>): Promise<T> => {
  const seconds = keptSeconds(database, timeout)
  if (seconds === null) return read()
  const name = JSON.stringify([timeout, ...key])
  const known = force ? undefined : lists.get(name)
  if (known) return known.list as Promise<T>
  const list = read()
  lists.set(name, { list }, { ttl: seconds * 1000 })
  list.catch(() => lists.delete(name))
  return list
}
