import type { Context } from '../context.ts'
import { isTagged, ensureImplicitTags } from '../db/implicit-tags.ts'

type Whose<U> = { kind: string; userId: U }

export const favoriteStatus = async ({ db }: Pick<Context, 'db'>, { kind, userId }: Whose<number | null>, ids: readonly number[]) => {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('favorites')
    .select('object_id')
    .where('user_id', '=', userId ?? -1)
    .where('kind', '=', kind)
    .where('object_id', 'in', [...ids])
    .execute()
  const marked = new Set(rows.map((row) => row.object_id))
  return ids.map((id) => ({ id, value: marked.has(id) }))
}

export const addFavorite = async ({ db, now }: Pick<Context, 'db' | 'now'>, { kind, userId }: Whose<number>, id: number): Promise<void> => {
  const created_on = now().toISOString()
  if (isTagged(kind)) await ensureImplicitTags(db, [['favorited_by', userId]], { now: created_on, userId })
  await db
    .insertInto('favorites')
    .values({ kind, object_id: id, user_id: userId, created_on })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

export const removeFavorite = async ({ db }: Pick<Context, 'db'>, { kind, userId }: Whose<number>, id: number): Promise<void> => {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('kind', '=', kind).where('object_id', '=', id).execute()
}
