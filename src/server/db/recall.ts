import { createRecent, type Recent } from '../recent.ts'
import type { Db } from './open.ts'

const versions = new WeakMap<Db, () => string>()

/** Of a store that knows what version its contents have. */
export const tellVersion = (db: Db, version: () => string): void => void versions.set(db, version)

/** What many share may be changed by none of them. */
const frozen = <V>(value: V): V => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

const most = 200

type Known<V> = Recent<{ version: string; value: Promise<V> }>

/**
 * The same read, remembered until anything in the metadata changes, by this process or by another. In a transaction, and of a store
 * that does not tell its version, everything is read anew.
 */
export const recalled = <C extends { db: Db }, K extends (number | string)[], V>(read: (ctx: C, ...key: K) => Promise<V>) => {
  const byStore = new WeakMap<Db, Known<V>>()
  return async (ctx: C, ...key: K): Promise<V> => {
    const version = versions.get(ctx.db)?.()
    if (version === undefined) return read(ctx, ...key)
    const known = byStore.get(ctx.db) ?? createRecent(most)
    byStore.set(ctx.db, known)
    const name = JSON.stringify(key)
    const former = known.get(name)
    if (former?.version === version) return former.value
    const value = read(ctx, ...key).then(frozen)
    known.set(name, { version, value })
    // Who fails asks again.
    value.catch(() => known.delete(name))
    return value
  }
}
