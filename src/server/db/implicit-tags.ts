import { taggedKinds, type TaggedKind } from '#api/tag.ts'
import type { Db } from './open.ts'

/** Superset's tag types: `custom` tags are added by users, the others are implicit. */
export const tagTypes = { custom: 1, type: 2, owner: 3, favorited_by: 4 } as const
export type TagType = keyof typeof tagTypes

export const tagTypeName = (type: number): TagType =>
  (Object.keys(tagTypes) as TagType[]).find((name) => tagTypes[name] === type) ?? 'custom'

const kinds = new Set<string>(Object.values(taggedKinds))
export const isTagged = (kind: string): kind is TaggedKind => kinds.has(kind)

/** Names that are reserved for implicit tags. */
export const isImplicitName = (name: string): boolean =>
  /^(?:(?:owner|favorited_by):\d+|type:(?:chart|dashboard|dataset|query))$/.test(name)

type Stamp = { now: string; userId: number | null }
type Implicit = readonly [type: Exclude<TagType, 'custom'>, of: string | number]

/** Creates missing implicit tags; which objects have them is derived from owners, favourites and kinds (view `object_tags`). */
export const ensureImplicitTags = async (db: Db, wanted: readonly Implicit[], { now, userId }: Stamp): Promise<void> => {
  const tags = wanted.map(([type, of]) => ({ name: `${type}:${of}`, type: tagTypes[type] }))
  if (!tags.length) return
  const names = tags.map(({ name }) => name)
  const known = await db.selectFrom('tags').select('name').where('name', 'in', names).execute()
  const missing = tags.filter(({ name }) => !known.some((tag) => tag.name === name))
  if (!missing.length) return
  const stamp = { created_on: now, changed_on: now, created_by_fk: userId, changed_by_fk: userId, description: null }
  await db
    .insertInto('tags')
    .values(missing.map((tag) => ({ ...tag, ...stamp })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Deletes the implicit tags of a deleted account. */
export const deleteTagsOfUser = async (db: Db, userId: number): Promise<void> => {
  await db
    .deleteFrom('tags')
    .where('type', 'in', [tagTypes.owner, tagTypes.favorited_by])
    .where('name', 'in', [`owner:${userId}`, `favorited_by:${userId}`])
    .execute()
}
