import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'

/** Values by key: what links refer to (filter state, form data, permalinks), and what people edit. Each has an owner and may expire. */
export type KeyKind =
  | 'filter_state'
  | 'sticky_filters'
  | 'form_data'
  | 'tab'
  | 'dashboard_permalink'
  | 'explore_permalink'
  | 'sqllab_permalink'
  | 'dashboard_draft'
  | 'dashboard_editor'
  | 'view_as'
  | 'public_link'

export type KeyValue = { value: string; ownerId: number | null }

type Store = Pick<Context, 'db' | 'now' | 'config'>

const dayMs = 24 * 60 * 60 * 1000

/** Days that a value is kept after the last write; permalinks and public links never expire. */
const keptDays: Partial<Record<KeyKind, number>> = {
  filter_state: 90,
  form_data: 7,
  tab: 90,
  dashboard_draft: 90,
  dashboard_editor: 1,
  view_as: 1,
}

export const newKey = (): string => randomBytes(24).toString('base64url')

/** A deterministic key for the parts, which cannot be guessed without the installation's secret. */
export const keyOf = ({ config }: Pick<Context, 'config'>, ...parts: unknown[]): string =>
  createHmac('sha256', config.secretKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 16)

export const putValue = async ({ db, now }: Store, kind: KeyKind, key: string, { value, ownerId }: KeyValue): Promise<void> => {
  const time = now()
  const lifetimeDays = keptDays[kind]
  const entry = {
    value,
    owner_id: ownerId,
    changed_on: time.toISOString(),
    expires_on: lifetimeDays === undefined ? null : new Date(time.getTime() + lifetimeDays * dayMs).toISOString(),
  }
  await db
    .insertInto('key_values')
    .values({ kind, key, created_on: time.toISOString(), ...entry })
    .onConflict((oc) => oc.columns(['kind', 'key']).doUpdateSet(entry))
    .execute()
}

export const getValue = async ({ db, now }: Store, kind: KeyKind, key: string): Promise<(KeyValue & { changedOn: string }) | null> => {
  const row = await db
    .selectFrom('key_values')
    .select(['value', 'owner_id', 'expires_on', 'changed_on'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || (row.expires_on !== null && row.expires_on <= now().toISOString())) return null
  return { value: row.value, ownerId: row.owner_id, changedOn: row.changed_on }
}

/** Values whose key starts with a text, written since a time. */
export const valuesSince = async (
  { db }: Pick<Store, 'db'>,
  kind: KeyKind,
  { prefix, since }: { prefix: string; since: Date },
): Promise<{ key: string; ownerId: number | null }[]> => {
  const rows = await db
    .selectFrom('key_values')
    .select(['key', 'owner_id'])
    .where('kind', '=', kind)
    .where('key', '>=', prefix)
    .where('changed_on', '>=', since.toISOString())
    .execute()
  return rows.filter(({ key }) => key.startsWith(prefix)).map(({ key, owner_id }) => ({ key, ownerId: owner_id }))
}

export const deleteValue = async ({ db }: Store, kind: KeyKind, key: string): Promise<void> => {
  await db.deleteFrom('key_values').where('kind', '=', kind).where('key', '=', key).execute()
}

type Tab = { place: readonly unknown[]; tabId: string | undefined; ownerId: number | null }

/** The key of one object in one browser tab of one user, the same until it is deleted. Without a tab id every call creates a new key. */
export const ensureTabKey = async (store: Store, { place, tabId, ownerId }: Tab): Promise<string> => {
  if (tabId === undefined) return newKey()
  const name = keyOf(store, 'tab', ...place, tabId, ownerId)
  const known = await getValue(store, 'tab', name)
  if (known) return known.value
  const key = newKey()
  await putValue(store, 'tab', name, { value: key, ownerId })
  return key
}
