import { taggedKinds, type TaggedKind } from '#api/tag.ts'
import type { Db } from './open.ts'

/** The wire's numbers: tags that people put on objects, and those that follow from what an object is. */
export const tagTypes = { custom: 1, type: 2, owner: 3, favorited_by: 4 } as const
export type TagType = keyof typeof tagTypes

export const tagTypeName = (type: number): TagType =>
  (Object.keys(tagTypes) as TagType[]).find((name) => tagTypes[name] === type) ?? 'custom'

const kinds = new Set<string>(Object.values(taggedKinds))
export const isTagged = (kind: string): kind is TaggedKind => kinds.has(kind)

/** Names that no tag of a person may have. */
export const isImplicitName = (name: string): boolean =>
  /^(?:(?:owner|favorited_by):\d+|type:(?:chart|dashboard|dataset|query))$/.test(name)

type Stamp = { now: string; userId: number | null }
type Implicit = readonly [type: Exclude<TagType, 'custom'>, of: string | number]

/** Makes the tags that are not there yet; which objects bear them follows from owners, favourites and kinds (`object_tags`). */
export const keepImplicitTags = async (db: Db, wanted: readonly Implicit[], { now, userId }: Stamp): Promise<void> => {
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

/** Tags of an account that is gone. */
export const dropTagsOfPerson = async (db: Db, userId: number): Promise<void> => {
  await db
    .deleteFrom('tags')
    .where('type', 'in', [tagTypes.owner, tagTypes.favorited_by])
    .where('name', 'in', [`owner:${userId}`, `favorited_by:${userId}`])
    .execute()
}
