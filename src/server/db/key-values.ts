import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'

/** Values that a link carries by key: filter state, form data, permalinks. They belong to whoever made them and may expire. */
export type KeyKind = 'filter_state' | 'form_data' | 'tab' | 'dashboard_permalink' | 'explore_permalink'

export type KeyValue = { value: string; ownerId: number | null }

type Store = Pick<Context, 'db' | 'now' | 'config'>

const day = 24 * 60 * 60 * 1000

/** Days that a value is kept after it was last written; permalinks stay. */
const days: Partial<Record<KeyKind, number>> = { filter_state: 90, form_data: 7, tab: 90 }

export const newKey = (): string => randomBytes(24).toString('base64url')

/** The same parts give the same key, which nobody can make without the installation's secret. */
export const keyOf = ({ config }: Pick<Context, 'config'>, ...parts: unknown[]): string =>
  createHmac('sha256', config.secretKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 16)

export const putValue = async ({ db, now }: Store, kind: KeyKind, key: string, { value, ownerId }: KeyValue): Promise<void> => {
  const time = now()
  const span = days[kind]
  const entry = {
    value,
    owner_id: ownerId,
    changed_on: time.toISOString(),
    expires_on: span === undefined ? null : new Date(time.getTime() + span * day).toISOString(),
  }
  await db
    .insertInto('key_values')
    .values({ kind, key, created_on: time.toISOString(), ...entry })
    .onConflict((oc) => oc.columns(['kind', 'key']).doUpdateSet(entry))
    .execute()
}

export const getValue = async ({ db, now }: Store, kind: KeyKind, key: string): Promise<KeyValue | null> => {
  const row = await db
    .selectFrom('key_values')
    .select(['value', 'owner_id', 'expires_on'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || (row.expires_on !== null && row.expires_on <= now().toISOString())) return null
  return { value: row.value, ownerId: row.owner_id }
}

export const deleteValue = async ({ db }: Store, kind: KeyKind, key: string): Promise<void> => {
  await db.deleteFrom('key_values').where('kind', '=', kind).where('key', '=', key).execute()
}

type Tab = { place: readonly unknown[]; tabId: string | undefined; ownerId: number | null }

/** The key that one browser tab of one person has for one thing: the same until it is deleted. Without a tab each write has a new one. */
export const tabKey = async (store: Store, { place, tabId, ownerId }: Tab): Promise<string> => {
  if (tabId === undefined) return newKey()
  const name = keyOf(store, 'tab', ...place, tabId, ownerId)
  const known = await getValue(store, 'tab', name)
  if (known) return known.value
  const key = newKey()
  await putValue(store, 'tab', name, { value: key, ownerId })
  return key
}
